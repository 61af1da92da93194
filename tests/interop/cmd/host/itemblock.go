//go:build !velero_v1_11

package main

import (
	"example.io/velero-shim/interop/internal/host"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	ibav1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/itemblockaction/v1"
)

// Velero has this kind since 1.15.
func init() {
	laterKinds["ItemBlockAction"] = host.Kind{
		"actions":    host.Names(clientmgmt.Manager.GetItemBlockActions),
		"applies_to": host.AppliesTo(clientmgmt.Manager.GetItemBlockAction),
		"execute":    host.On(clientmgmt.Manager.GetItemBlockAction, relatedItems),
	}
}

func relatedItems(action ibav1.ItemBlockAction, request *host.Request) (any, error) {
	item, backup, err := request.ItemAndBackup()
	if err != nil {
		return nil, err
	}
	related, err := action.GetRelatedItems(item, backup)
	if err != nil {
		return nil, err
	}
	return &host.Executed{AdditionalItems: host.Identifiers(related)}, nil
}
