// Command descriptors writes the plugin contract that this Velero embeds, as a FileDescriptorSet.
package main

import (
	"example.io/velero-shim/interop/internal/descriptors"

	// Velero's generated packages register their files when they are linked in.
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated"
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated/backupitemaction/v2"
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated/restoreitemaction/v2"
)

func main() { descriptors.Main() }
