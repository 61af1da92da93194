// Command plugin is a Velero plugin on the stubs alone, without Velero's module and go-plugin: a BackupItemAction v1
// that labels pods.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/types/known/emptypb"

	bia "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v1"
	"example.io/velero-shim/gen/go/velero_plugin/goplugin"
	lister "example.io/velero-shim/gen/go/velero_plugin/plugin_lister/v1"
	shared "example.io/velero-shim/gen/go/velero_plugin/shared/v1"
)

const name = "example.io/label-by-go"

type action struct {
	bia.UnimplementedBackupItemActionServer
}

func (action) AppliesTo(
	_ context.Context, request *bia.BackupItemActionAppliesToRequest,
) (*bia.BackupItemActionAppliesToResponse, error) {
	if err := known(request.GetPlugin()); err != nil {
		return nil, err
	}
	selector := &shared.ResourceSelector{IncludedResources: []string{"pods"}}
	return &bia.BackupItemActionAppliesToResponse{ResourceSelector: selector}, nil
}

func (action) Execute(_ context.Context, request *bia.ExecuteRequest) (*bia.ExecuteResponse, error) {
	if err := known(request.GetPlugin()); err != nil {
		return nil, err
	}
	if !json.Valid(request.GetBackup()) {
		return nil, errors.New("the backup is not JSON")
	}
	item, err := label(request.GetItem())
	if err != nil {
		return nil, err
	}
	return &bia.ExecuteResponse{Item: item}, nil
}

func known(plugin string) error {
	if plugin != name {
		return fmt.Errorf("plugin: %s was not found or has an invalid name format", plugin)
	}
	return nil
}

func label(raw []byte) ([]byte, error) {
	item := map[string]any{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // keeps integers beyond 2^53
	if err := decoder.Decode(&item); err != nil {
		return nil, err
	}
	child(child(item, "metadata"), "labels")["example.io/labelled-by"] = "go"
	return json.Marshal(item)
}

func child(object map[string]any, key string) map[string]any {
	if _, ok := object[key].(map[string]any); !ok {
		object[key] = map[string]any{}
	}
	return object[key].(map[string]any)
}

type list struct {
	lister.UnimplementedPluginListerServer
}

func (list) ListPlugins(context.Context, *shared.Empty) (*lister.ListPluginsResponse, error) {
	plugin := &lister.PluginIdentifier{Command: os.Args[0], Kind: "BackupItemAction", Name: name}
	return &lister.ListPluginsResponse{Plugins: []*lister.PluginIdentifier{plugin}}, nil
}

// host answers what a go-plugin host asks: it keeps both streams open and ends the plugin by Shutdown.
type host struct {
	goplugin.UnimplementedGRPCBrokerServer
	goplugin.UnimplementedGRPCControllerServer
	goplugin.UnimplementedGRPCStdioServer
	server *grpc.Server
}

func (h *host) Shutdown(context.Context, *goplugin.Empty) (*goplugin.Empty, error) {
	defer func() { go h.server.Stop() }()
	return &goplugin.Empty{}, nil
}

func (h *host) StreamStdio(_ *emptypb.Empty, stream grpc.ServerStreamingServer[goplugin.StdioData]) error {
	<-stream.Context().Done()
	return nil
}

func (h *host) StartStream(stream grpc.BidiStreamingServer[goplugin.ConnInfo, goplugin.ConnInfo]) error {
	<-stream.Context().Done()
	return nil
}

func main() {
	if os.Getenv("VELERO_PLUGIN") != "hello" {
		log.Fatal("this is a Velero plugin: Velero starts it")
	}
	folder, err := os.MkdirTemp(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "plugin")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	listener, err := net.Listen("unix", filepath.Join(folder, "socket"))
	if err != nil {
		log.Fatal(err)
	}

	server := grpc.NewServer(grpc.MaxRecvMsgSize(1 << 30))
	this := &host{server: server}
	goplugin.RegisterGRPCBrokerServer(server, this)
	goplugin.RegisterGRPCControllerServer(server, this)
	goplugin.RegisterGRPCStdioServer(server, this)
	lister.RegisterPluginListerServer(server, list{})
	bia.RegisterBackupItemActionServer(server, action{})
	status := health.NewServer()
	status.SetServingStatus("plugin", grpc_health_v1.HealthCheckResponse_SERVING)
	grpc_health_v1.RegisterHealthServer(server, status)

	signal.Ignore(syscall.SIGINT) // a terminal sends it to the host's whole group
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	go func() {
		<-ended
		server.Stop()
	}()

	fmt.Printf("1|2|unix|%s|grpc|\n", listener.Addr())
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
