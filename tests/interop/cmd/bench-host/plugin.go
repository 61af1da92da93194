package main

import (
	"context"
	"os/exec"

	"github.com/hashicorp/go-hclog"
	hcplugin "github.com/hashicorp/go-plugin"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework/common"
	"google.golang.org/grpc"
)

// running is a plugin process, with the connection that Velero's clients would have to it.
type running struct {
	client     *hcplugin.Client
	command    *exec.Cmd
	connection *grpc.ClientConn
	lister     framework.PluginLister
}

func start(command []string) (*running, error) {
	plugin := newPlugin(command)
	if err := plugin.connect(); err != nil {
		plugin.client.Kill()
		return nil, err
	}
	return plugin, nil
}

func newPlugin(command []string) *running {
	plugin := &running{command: exec.Command(command[0], command[1:]...)}
	plugin.client = hcplugin.NewClient(&hcplugin.ClientConfig{
		HandshakeConfig:  framework.Handshake(),
		AllowedProtocols: []hcplugin.Protocol{hcplugin.ProtocolGRPC},
		Plugins: map[string]hcplugin.Plugin{
			"connection":                          &connectionPlugin{},
			string(common.PluginKindPluginLister): &framework.PluginListerPlugin{},
		},
		Logger: hclog.NewNullLogger(),
		Cmd:    plugin.command,
	})
	return plugin
}

func (p *running) pid() int { return p.command.Process.Pid }

func (p *running) connect() error {
	protocol, err := p.client.Client()
	if err != nil {
		return err
	}
	connection, err := protocol.Dispense("connection")
	if err != nil {
		return err
	}
	lister, err := protocol.Dispense(string(common.PluginKindPluginLister))
	if err != nil {
		return err
	}
	p.connection, p.lister = connection.(*grpc.ClientConn), lister.(framework.PluginLister)
	return nil
}

// connectionPlugin dispenses the connection itself.
type connectionPlugin struct {
	hcplugin.NetRPCUnsupportedPlugin
}

func (*connectionPlugin) GRPCServer(*hcplugin.GRPCBroker, *grpc.Server) error { return nil }

func (*connectionPlugin) GRPCClient(_ context.Context, _ *hcplugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return connection, nil
}
