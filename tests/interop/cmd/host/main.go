// Command host is a Velero plugin host without a cluster: Velero's own registry and plugin manager,
// driven by JSON lines. See internal/host for the protocol.
package main

import (
	"encoding/json"
	"time"

	"example.io/velero-shim/interop/internal/host"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	biav2 "github.com/vmware-tanzu/velero/pkg/plugin/velero/backupitemaction/v2"
	riav2 "github.com/vmware-tanzu/velero/pkg/plugin/velero/restoreitemaction/v2"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// laterKinds are the kinds that came after Velero 1.10.
var laterKinds = map[string]host.Kind{
	"BackupItemActionV2": {
		"actions":    host.Names(clientmgmt.Manager.GetBackupItemActionsV2),
		"applies_to": host.AppliesTo(clientmgmt.Manager.GetBackupItemActionV2),
		"execute":    host.On(clientmgmt.Manager.GetBackupItemActionV2, executeBackup),
		"progress":   host.On(clientmgmt.Manager.GetBackupItemActionV2, backupProgress),
		"cancel":     host.On(clientmgmt.Manager.GetBackupItemActionV2, cancelBackup),
	},
	"RestoreItemActionV2": {
		"actions":    host.Names(clientmgmt.Manager.GetRestoreItemActionsV2),
		"applies_to": host.AppliesTo(clientmgmt.Manager.GetRestoreItemActionV2),
		"execute":    host.On(clientmgmt.Manager.GetRestoreItemActionV2, executeRestore),
		"progress":   host.On(clientmgmt.Manager.GetRestoreItemActionV2, restoreProgress),
		"cancel":     host.On(clientmgmt.Manager.GetRestoreItemActionV2, cancelRestore),
		"ready":      host.On(clientmgmt.Manager.GetRestoreItemActionV2, itemsReady),
	},
}

func main() { host.Main(laterKinds) }

func executeBackup(action biav2.BackupItemAction, request *host.Request) (any, error) {
	item, backup, err := request.ItemAndBackup()
	if err != nil {
		return nil, err
	}
	updated, additional, operationID, postOperation, err := action.Execute(item, backup)
	if err != nil {
		return nil, err
	}
	executed, err := host.NewExecuted(updated, additional)
	if err == nil {
		executed.OperationID, executed.PostOperationItems = operationID, host.Identifiers(postOperation)
	}
	return executed, err
}

func backupProgress(action biav2.BackupItemAction, request *host.Request) (any, error) {
	backup := &velerov1.Backup{}
	if err := json.Unmarshal([]byte(request.Backup), backup); err != nil {
		return nil, err
	}
	progress, err := action.Progress(request.OperationID, backup)
	return newProgress(progress), err
}

func cancelBackup(action biav2.BackupItemAction, request *host.Request) (any, error) {
	backup := &velerov1.Backup{}
	if err := json.Unmarshal([]byte(request.Backup), backup); err != nil {
		return nil, err
	}
	return nil, action.Cancel(request.OperationID, backup)
}

func executeRestore(action riav2.RestoreItemAction, request *host.Request) (any, error) {
	input, err := request.RestoreInput()
	if err != nil {
		return nil, err
	}
	output, err := action.Execute(input)
	if err != nil {
		return nil, err
	}
	executed, err := host.NewExecuted(output.UpdatedItem, output.AdditionalItems)
	if err != nil {
		return nil, err
	}
	executed.SkipRestore = output.SkipRestore
	executed.OperationID = output.OperationID
	executed.WaitForAdditionalItems = output.WaitForAdditionalItems
	executed.ReadyTimeoutNanos = output.AdditionalItemsReadyTimeout.Nanoseconds()
	return executed, nil
}

func restoreProgress(action riav2.RestoreItemAction, request *host.Request) (any, error) {
	restore := &velerov1.Restore{}
	if err := json.Unmarshal([]byte(request.Restore), restore); err != nil {
		return nil, err
	}
	progress, err := action.Progress(request.OperationID, restore)
	return newProgress(progress), err
}

func cancelRestore(action riav2.RestoreItemAction, request *host.Request) (any, error) {
	restore := &velerov1.Restore{}
	if err := json.Unmarshal([]byte(request.Restore), restore); err != nil {
		return nil, err
	}
	return nil, action.Cancel(request.OperationID, restore)
}

func itemsReady(action riav2.RestoreItemAction, request *host.Request) (any, error) {
	restore := &velerov1.Restore{}
	if err := json.Unmarshal([]byte(request.Restore), restore); err != nil {
		return nil, err
	}
	var items []velero.ResourceIdentifier
	for _, id := range request.AdditionalItems {
		items = append(items, velero.ResourceIdentifier{
			GroupResource: schema.GroupResource{Group: id.Group, Resource: id.Resource},
			Namespace:     id.Namespace, Name: id.Name,
		})
	}
	return action.AreAdditionalItemsReady(items, restore)
}

// progress is a velero.OperationProgress in JSON, to the nanosecond.
type progress struct {
	Completed      bool    `json:"completed"`
	Err            string  `json:"err"`
	NCompleted     int64   `json:"n_completed"`
	NTotal         int64   `json:"n_total"`
	OperationUnits string  `json:"operation_units"`
	Description    string  `json:"description"`
	Started        instant `json:"started"`
	Updated        instant `json:"updated"`
}

type instant struct {
	Text    string `json:"text"`
	Seconds int64  `json:"seconds"`
	Nanos   int    `json:"nanos"`
	// IsZero is what Velero asks to tell an operation that has not started.
	IsZero bool `json:"is_zero"`
}

func newProgress(from velero.OperationProgress) progress {
	return progress{
		from.Completed, from.Err, from.NCompleted, from.NTotal, from.OperationUnits, from.Description,
		newInstant(from.Started), newInstant(from.Updated),
	}
}

func newInstant(from time.Time) instant {
	return instant{from.Format(time.RFC3339Nano), from.Unix(), from.Nanosecond(), from.IsZero()}
}
