// Command bench-proxy serves a v1 plugin as v2 the way a Go program would that knows both versions' messages: it
// parses each, builds the other version's, and calls on. bench/ measures velero-shim's wrapper against it.
//
// The plugin file to run is named by the variable BENCH_INNER. Without it the program is such a v1 plugin itself.
package main

import (
	"context"
	"os"
	"os/exec"

	"github.com/hashicorp/go-hclog"
	hcplugin "github.com/hashicorp/go-plugin"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	v1 "github.com/vmware-tanzu/velero/pkg/plugin/generated"
	v2 "github.com/vmware-tanzu/velero/pkg/plugin/generated/backupitemaction/v2"
	"google.golang.org/grpc"
)

const kind = "BackupItemActionV2"

func main() {
	path := os.Getenv("BENCH_INNER")
	if path == "" {
		serveEcho()
		return
	}
	os.Unsetenv("BENCH_INNER") // the inner plugin may be this very program
	inner := hcplugin.NewClient(&hcplugin.ClientConfig{
		HandshakeConfig:  framework.Handshake(),
		AllowedProtocols: []hcplugin.Protocol{hcplugin.ProtocolGRPC},
		Plugins:          map[string]hcplugin.Plugin{kind: &both{}},
		Logger:           hclog.NewNullLogger(),
		Cmd:              exec.Command(path),
	})
	defer inner.Kill()
	protocol, err := inner.Client()
	if err != nil {
		panic(err)
	}
	dispensed, err := protocol.Dispense(kind)
	if err != nil {
		panic(err)
	}
	hcplugin.Serve(&hcplugin.ServeConfig{
		HandshakeConfig: framework.Handshake(),
		Plugins:         map[string]hcplugin.Plugin{kind: &both{inner: dispensed.(v1.BackupItemActionClient)}},
		GRPCServer:      hcplugin.DefaultGRPCServer,
	})
}

// both is a go-plugin client of v1 and a server of v2.
type both struct {
	hcplugin.NetRPCUnsupportedPlugin
	v2.UnimplementedBackupItemActionServer
	inner v1.BackupItemActionClient
}

func (b *both) GRPCClient(_ context.Context, _ *hcplugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return v1.NewBackupItemActionClient(connection), nil
}

func (b *both) GRPCServer(_ *hcplugin.GRPCBroker, server *grpc.Server) error {
	v2.RegisterBackupItemActionServer(server, b)
	return nil
}

func (b *both) Execute(ctx context.Context, request *v2.ExecuteRequest) (*v2.ExecuteResponse, error) {
	response, err := b.inner.Execute(ctx, &v1.ExecuteRequest{Plugin: request.Plugin, Item: request.Item, Backup: request.Backup})
	if err != nil {
		return nil, err
	}
	return &v2.ExecuteResponse{Item: response.Item, AdditionalItems: response.AdditionalItems}, nil
}
