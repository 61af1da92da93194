package host

import (
	"encoding/json"

	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	biav1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/backupitemaction/v1"
	riav1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/restoreitemaction/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// Call answers one request by way of a plugin manager.
type Call func(manager clientmgmt.Manager, request *Request) (any, error)

// Kind holds the calls of one plugin kind by the request's op.
type Kind map[string]Call

// Identifier is a velero.ResourceIdentifier in JSON.
type Identifier struct {
	Group     string `json:"group"`
	Resource  string `json:"resource"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// Selector is a velero.ResourceSelector in JSON.
type Selector struct {
	IncludedNamespaces []string `json:"included_namespaces"`
	ExcludedNamespaces []string `json:"excluded_namespaces"`
	IncludedResources  []string `json:"included_resources"`
	ExcludedResources  []string `json:"excluded_resources"`
	LabelSelector      string   `json:"label_selector"`
}

// Executed is what any kind's Execute gives; a kind leaves empty what it does not have.
type Executed struct {
	Item                   string       `json:"item"`
	AdditionalItems        []Identifier `json:"additional_items"`
	OperationID            string       `json:"operation_id"`
	PostOperationItems     []Identifier `json:"post_operation_items"`
	SkipRestore            bool         `json:"skip_restore"`
	WaitForAdditionalItems bool         `json:"wait_for_additional_items"`
	ReadyTimeoutNanos      int64        `json:"ready_timeout_nanos"`
}

// Getter is one of the manager's methods, as a method expression.
type Getter[Action any] func(manager clientmgmt.Manager, name string) (Action, error)

// On makes a Call of a function of the action that the request names.
func On[Action any](get Getter[Action], use func(Action, *Request) (any, error)) Call {
	return func(manager clientmgmt.Manager, request *Request) (any, error) {
		action, err := get(manager, request.Name)
		if err != nil {
			return nil, err
		}
		return use(action, request)
	}
}

// AppliesTo is the call that all kinds of action have.
func AppliesTo[Action velero.Applicable](get Getter[Action]) Call {
	return On(get, func(action Action, _ *Request) (any, error) {
		selector, err := action.AppliesTo()
		return Selector(selector), err
	})
}

// Count answers how many actions the manager hands out: those of early kinds do not know their names.
func Count[Action any](list func(clientmgmt.Manager) ([]Action, error)) Call {
	return func(manager clientmgmt.Manager, _ *Request) (any, error) {
		actions, err := list(manager)
		return len(actions), err
	}
}

// Names answers the names of the actions that the manager hands out.
func Names[Action interface{ Name() string }](list func(clientmgmt.Manager) ([]Action, error)) Call {
	return func(manager clientmgmt.Manager, _ *Request) (any, error) {
		actions, err := list(manager)
		names := []string{}
		for _, action := range actions {
			names = append(names, action.Name())
		}
		return names, err
	}
}

// firstKinds are the kinds that Velero 1.10 has, and every later one.
func firstKinds() map[string]Kind {
	return map[string]Kind{
		"BackupItemAction": {
			"count":      Count(clientmgmt.Manager.GetBackupItemActions),
			"applies_to": AppliesTo(clientmgmt.Manager.GetBackupItemAction),
			"execute":    On(clientmgmt.Manager.GetBackupItemAction, executeBackupV1),
		},
		"RestoreItemAction": {
			"count":      Count(clientmgmt.Manager.GetRestoreItemActions),
			"applies_to": AppliesTo(clientmgmt.Manager.GetRestoreItemAction),
			"execute":    On(clientmgmt.Manager.GetRestoreItemAction, executeRestoreV1),
		},
		"DeleteItemAction": {
			"count":      Count(clientmgmt.Manager.GetDeleteItemActions),
			"applies_to": AppliesTo(clientmgmt.Manager.GetDeleteItemAction),
			"execute":    On(clientmgmt.Manager.GetDeleteItemAction, executeDelete),
		},
		"ObjectStore":       {"call": On(clientmgmt.Manager.GetObjectStore, callObjectStore)},
		"VolumeSnapshotter": {"call": On(clientmgmt.Manager.GetVolumeSnapshotter, callVolumeSnapshotter)},
	}
}

func executeBackupV1(action biav1.BackupItemAction, request *Request) (any, error) {
	item, backup, err := request.ItemAndBackup()
	if err != nil {
		return nil, err
	}
	updated, additional, err := action.Execute(item, backup)
	if err != nil {
		return nil, err
	}
	return NewExecuted(updated, additional)
}

func executeRestoreV1(action riav1.RestoreItemAction, request *Request) (any, error) {
	input, err := request.RestoreInput()
	if err != nil {
		return nil, err
	}
	output, err := action.Execute(input)
	if err != nil {
		return nil, err
	}
	executed, err := NewExecuted(output.UpdatedItem, output.AdditionalItems)
	if err == nil {
		executed.SkipRestore = output.SkipRestore
	}
	return executed, err
}

func executeDelete(action velero.DeleteItemAction, request *Request) (any, error) {
	item, backup, err := request.ItemAndBackup()
	if err != nil {
		return nil, err
	}
	return nil, action.Execute(&velero.DeleteItemActionExecuteInput{Item: item, Backup: backup})
}

// NewExecuted encodes the updated item as Velero does when it writes the item into a backup.
func NewExecuted(updated runtime.Unstructured, additional []velero.ResourceIdentifier) (*Executed, error) {
	encoded, err := json.Marshal(updated.UnstructuredContent())
	if err != nil {
		return nil, err
	}
	return &Executed{Item: string(encoded), AdditionalItems: Identifiers(additional)}, nil
}

// Identifiers converts for JSON; none is an empty list.
func Identifiers(ids []velero.ResourceIdentifier) []Identifier {
	converted := make([]Identifier, 0, len(ids))
	for _, id := range ids {
		converted = append(converted, Identifier{id.Group, id.Resource, id.Namespace, id.Name})
	}
	return converted
}

// ItemAndBackup decodes both documents as Velero's server has them.
func (r *Request) ItemAndBackup() (runtime.Unstructured, *velerov1.Backup, error) {
	item, err := decodeItem(r.Item)
	if err != nil {
		return nil, nil, err
	}
	backup := &velerov1.Backup{}
	return item, backup, json.Unmarshal([]byte(r.Backup), backup)
}

// RestoreInput decodes the three documents that a restore action gets.
func (r *Request) RestoreInput() (*velero.RestoreItemActionExecuteInput, error) {
	item, err := decodeItem(r.Item)
	if err != nil {
		return nil, err
	}
	fromBackup, err := decodeItem(r.ItemFromBackup)
	if err != nil {
		return nil, err
	}
	restore := &velerov1.Restore{}
	input := &velero.RestoreItemActionExecuteInput{Item: item, ItemFromBackup: fromBackup, Restore: restore}
	return input, json.Unmarshal([]byte(r.Restore), restore)
}

func decodeItem(text string) (runtime.Unstructured, error) {
	item := &unstructured.Unstructured{}
	return item, item.UnmarshalJSON([]byte(text))
}
