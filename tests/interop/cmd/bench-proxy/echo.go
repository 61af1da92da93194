package main

import (
	"context"
	"os"

	hcplugin "github.com/hashicorp/go-plugin"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework/common"
	v1 "github.com/vmware-tanzu/velero/pkg/plugin/generated"
	"google.golang.org/grpc"
)

// serveEcho serves a v1 plugin that returns each item as it came, without a look at its JSON: what is behind a
// proxy when it is the proxy that is measured.
func serveEcho() {
	listed := framework.NewPluginLister(framework.PluginIdentifier{
		Command: os.Args[0], Kind: common.PluginKindBackupItemAction, Name: "example.io/annotate",
	})
	hcplugin.Serve(&hcplugin.ServeConfig{
		HandshakeConfig: framework.Handshake(),
		Plugins: map[string]hcplugin.Plugin{
			string(common.PluginKindBackupItemAction): &echo{},
			string(common.PluginKindPluginLister):     framework.NewPluginListerPlugin(listed),
		},
		GRPCServer: hcplugin.DefaultGRPCServer,
	})
}

type echo struct {
	hcplugin.NetRPCUnsupportedPlugin
	v1.UnimplementedBackupItemActionServer
}

func (*echo) GRPCClient(context.Context, *hcplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func (e *echo) GRPCServer(_ *hcplugin.GRPCBroker, server *grpc.Server) error {
	v1.RegisterBackupItemActionServer(server, e)
	return nil
}

func (*echo) Execute(_ context.Context, request *v1.ExecuteRequest) (*v1.ExecuteResponse, error) {
	return &v1.ExecuteResponse{Item: request.Item}, nil
}
