//go:build !velero_v1_11

package main

// Velero has this kind since 1.15.
import _ "github.com/vmware-tanzu/velero/pkg/plugin/generated/itemblockaction/v1"
