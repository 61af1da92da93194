package actions

import (
	"github.com/sirupsen/logrus"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"k8s.io/apimachinery/pkg/runtime"
)

// RegisterFirstKinds registers one action of each kind that Velero 1.10 has.
func RegisterFirstKinds(server framework.Server) framework.Server {
	return server.
		RegisterBackupItemAction("example.io/go-v1", NewBackupItemAction("example.io/go-v1", velero.ResourceSelector{})).
		RegisterBackupItemAction("example.io/go-v1-selector", NewBackupItemAction("example.io/go-v1-selector", FullSelector)).
		RegisterRestoreItemAction("example.io/go-restore-v1", newRestoreItemAction).
		RegisterDeleteItemAction("example.io/go-delete", newDeleteItemAction).
		RegisterObjectStore("example.io/go-store", newObjectStore).
		RegisterVolumeSnapshotter("example.io/go-volumes", newVolumeSnapshotter)
}

// FullSelector says something in each of its fields.
var FullSelector = velero.ResourceSelector{
	IncludedNamespaces: []string{"shop", "bank"},
	ExcludedNamespaces: []string{"kube-system"},
	IncludedResources:  []string{"pods", "deployments.apps"},
	ExcludedResources:  []string{"events"},
	LabelSelector:      "app in (web, db),!canary",
}

// Initializer is Velero's type for a function that makes an action. Its own name for it has moved
// between versions.
type Initializer = func(log logrus.FieldLogger) (interface{}, error)

type backupItemAction struct {
	log      logrus.FieldLogger
	name     string
	selector velero.ResourceSelector
}

// NewBackupItemAction makes a version 1 action that does what Perform does.
func NewBackupItemAction(name string, selector velero.ResourceSelector) Initializer {
	return func(log logrus.FieldLogger) (interface{}, error) {
		return &backupItemAction{log, name, selector}, nil
	}
}

func (a *backupItemAction) AppliesTo() (velero.ResourceSelector, error) { return a.selector, nil }

func (a *backupItemAction) Execute(item runtime.Unstructured, backup *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, error) {
	updated, additional, err := Perform(a.log, item, a.name)
	if updated != nil {
		MarkBackup(updated, backup)
	}
	return updated, additional, err
}

// MarkBackup shows on item what came through of backup.
func MarkBackup(item runtime.Unstructured, backup *velerov1.Backup) {
	Annotate(item, "backup", backup.Namespace+"/"+backup.Name)
	Annotate(item, "phase", string(backup.Status.Phase))
}

type restoreItemAction struct{ log logrus.FieldLogger }

func newRestoreItemAction(log logrus.FieldLogger) (interface{}, error) {
	return &restoreItemAction{log}, nil
}

func (a *restoreItemAction) AppliesTo() (velero.ResourceSelector, error) { return FullSelector, nil }

func (a *restoreItemAction) Execute(input *velero.RestoreItemActionExecuteInput) (*velero.RestoreItemActionExecuteOutput, error) {
	return PerformRestore(a.log, input, "example.io/go-restore-v1")
}

// PerformRestore is Perform for a restore: "skip-restore" asks for just that.
func PerformRestore(log logrus.FieldLogger, input *velero.RestoreItemActionExecuteInput, by string) (*velero.RestoreItemActionExecuteOutput, error) {
	_, skip := AskedBy(input.Item)["skip-restore"]
	updated, additional, err := Perform(log, input.Item, by)
	if err != nil {
		return nil, err
	}
	output := velero.NewRestoreItemActionExecuteOutput(updated)
	if updated != nil {
		Annotate(updated, "restore", input.Restore.Namespace+"/"+input.Restore.Name)
		Annotate(updated, "backed-up-as", nameOf(input.ItemFromBackup))
	}
	output.AdditionalItems, output.SkipRestore = additional, skip
	return output, nil
}

func nameOf(item runtime.Unstructured) string {
	metadata, _ := item.UnstructuredContent()["metadata"].(map[string]interface{})
	name, _ := metadata["name"].(string)
	return name
}

type deleteItemAction struct{ log logrus.FieldLogger }

func newDeleteItemAction(log logrus.FieldLogger) (interface{}, error) {
	return &deleteItemAction{log}, nil
}

func (a *deleteItemAction) AppliesTo() (velero.ResourceSelector, error) { return FullSelector, nil }

func (a *deleteItemAction) Execute(input *velero.DeleteItemActionExecuteInput) error {
	_, _, err := Perform(a.log, input.Item, "example.io/go-delete")
	a.log.Infof("deleted %s of %s", nameOf(input.Item), input.Backup.Name)
	return err
}
