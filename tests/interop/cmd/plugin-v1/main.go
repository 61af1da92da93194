// Command plugin-v1 is a plugin with an action of every kind, each in its first version.
package main

import (
	"example.io/velero-shim/interop/internal/actions"
	"example.io/velero-shim/interop/itemblock"
	"github.com/spf13/pflag"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
)

func main() {
	server := actions.RegisterFirstKinds(framework.NewServer().BindFlags(pflag.CommandLine))
	itemblock.Register(server, "example.io/go-item-block").Serve()
}
