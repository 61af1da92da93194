//go:build velero_v1_11

package itemblock

import "github.com/vmware-tanzu/velero/pkg/plugin/framework"

// Register does nothing: this Velero has no such kind.
func Register(server framework.Server, _ string) framework.Server { return server }
