// Command plugin-v1-only is a plugin with the kinds that Velero 1.10 knows, and no others.
package main

import (
	"example.io/velero-shim/interop/internal/actions"
	"github.com/spf13/pflag"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
)

func main() {
	actions.RegisterFirstKinds(framework.NewServer().BindFlags(pflag.CommandLine)).Serve()
}
