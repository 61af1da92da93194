// Command plugin-v2 is a plugin with actions of version 2, whose operations outlive its process.
package main

import (
	"time"

	"example.io/velero-shim/interop/internal/actions"
	"example.io/velero-shim/interop/itemblock"
	"github.com/sirupsen/logrus"
	"github.com/spf13/pflag"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	biav2 "github.com/vmware-tanzu/velero/pkg/plugin/velero/backupitemaction/v2"
	"k8s.io/apimachinery/pkg/runtime"
)

func main() {
	server := framework.NewServer().BindFlags(pflag.CommandLine).
		RegisterBackupItemActionV2("example.io/go-v2", newBackupAction("example.io/go-v2", velero.ResourceSelector{})).
		RegisterBackupItemActionV2("example.io/go-v2-selector", newBackupAction("example.io/go-v2-selector", actions.FullSelector)).
		RegisterBackupItemActionV2("example.io/go-v2-sync", newSyncAction).
		RegisterRestoreItemActionV2("example.io/go-restore-v2", newRestoreAction).
		RegisterBackupItemAction("example.io/go-v1-beside-v2", actions.NewBackupItemAction("example.io/go-v1-beside-v2", velero.ResourceSelector{}))
	itemblock.Register(server, "example.io/go-item-block-beside-v2").Serve()
}

type backupAction struct {
	log      logrus.FieldLogger
	name     string
	selector velero.ResourceSelector
}

func newBackupAction(name string, selector velero.ResourceSelector) actions.Initializer {
	return func(log logrus.FieldLogger) (any, error) { return &backupAction{log, name, selector}, nil }
}

func (a *backupAction) Name() string { return "" }

func (a *backupAction) AppliesTo() (velero.ResourceSelector, error) { return a.selector, nil }

func (a *backupAction) Execute(item runtime.Unstructured, backup *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, string, []velero.ResourceIdentifier, error) {
	asked := actions.AskedBy(item)
	updated, additional, err := actions.Perform(a.log, item, a.name)
	if err != nil {
		return nil, nil, "", nil, err
	}
	if updated != nil {
		actions.MarkBackup(updated, backup)
	}
	id, err := begin(asked)
	if err != nil || id == "" {
		return updated, additional, "", nil, err
	}
	return updated, additional, id, asked.Identifiers("post-operation", item), nil
}

func (a *backupAction) Progress(operationID string, _ *velerov1.Backup) (velero.OperationProgress, error) {
	return poll(operationID)
}

func (a *backupAction) Cancel(operationID string, _ *velerov1.Backup) error {
	return cancel(operationID)
}

// syncAction is a version 2 action without asynchronous operations.
type syncAction struct{ backupAction }

func newSyncAction(log logrus.FieldLogger) (any, error) {
	return &syncAction{backupAction{log: log, name: "example.io/go-v2-sync"}}, nil
}

func (a *syncAction) Execute(item runtime.Unstructured, _ *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, string, []velero.ResourceIdentifier, error) {
	updated, additional, err := actions.Perform(a.log, item, a.name)
	return updated, additional, "", nil, err
}

func (a *syncAction) Progress(string, *velerov1.Backup) (velero.OperationProgress, error) {
	return velero.OperationProgress{}, biav2.AsyncOperationsNotSupportedError()
}

func (a *syncAction) Cancel(string, *velerov1.Backup) error { return nil }

type restoreAction struct{ log logrus.FieldLogger }

func newRestoreAction(log logrus.FieldLogger) (any, error) { return &restoreAction{log}, nil }

func (a *restoreAction) Name() string { return "" }

func (a *restoreAction) AppliesTo() (velero.ResourceSelector, error) {
	return actions.FullSelector, nil
}

// Execute does what PerformRestore does. "wait-for-additional-items" asks for a wait of that long.
func (a *restoreAction) Execute(input *velero.RestoreItemActionExecuteInput) (*velero.RestoreItemActionExecuteOutput, error) {
	asked := actions.AskedBy(input.Item)
	output, err := actions.PerformRestore(a.log, input, "example.io/go-restore-v2")
	if err != nil {
		return nil, err
	}
	if _, ok := asked["wait-for-additional-items"]; ok {
		output.WaitForAdditionalItems = true
		output.AdditionalItemsReadyTimeout = asked.Duration("wait-for-additional-items")
	}
	output.OperationID, err = begin(asked)
	return output, err
}

func (a *restoreAction) Progress(operationID string, _ *velerov1.Restore) (velero.OperationProgress, error) {
	return poll(operationID)
}

func (a *restoreAction) Cancel(operationID string, _ *velerov1.Restore) error {
	return cancel(operationID)
}

// AreAdditionalItemsReady looks at the names: "unready" is not ready, and "broken" is an error.
func (a *restoreAction) AreAdditionalItemsReady(items []velero.ResourceIdentifier, _ *velerov1.Restore) (bool, error) {
	for _, item := range items {
		switch item.Name {
		case "unready":
			return false, nil
		case "broken":
			return false, errBroken
		}
	}
	return true, nil
}

// longAgo is when every operation starts, so that two runs of one test compare equal.
var longAgo = time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
