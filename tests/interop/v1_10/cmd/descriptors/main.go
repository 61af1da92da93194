// Command descriptors writes the plugin contract that Velero 1.10 embeds, as a FileDescriptorSet. It
// has the kind ItemSnapshotter, which 1.11 dropped.
package main

import (
	"example.io/velero-shim/interop/internal/descriptors"

	// Velero's generated package registers its files when it is linked in.
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated"
)

func main() { descriptors.Main() }
