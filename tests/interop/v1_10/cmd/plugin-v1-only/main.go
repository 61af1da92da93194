// Command plugin-v1-only is a plugin as Velero 1.10 has built it: an old framework, with an old
// go-plugin and gRPC under it.
package main

import (
	"example.io/velero-shim/interop/internal/actions"
	"github.com/spf13/pflag"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
)

func main() {
	actions.RegisterFirstKinds(framework.NewServer().BindFlags(pflag.CommandLine)).Serve()
}
