package main

import (
	"io"
	"strings"
	"time"

	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// sample answers every call with all that the call can say, or with Go's zero values.
type sample struct{ full bool }

func (s sample) Name() string { return "" }

func (s sample) AppliesTo() (velero.ResourceSelector, error) {
	if !s.full {
		return velero.ResourceSelector{}, nil
	}
	return velero.ResourceSelector{
		IncludedNamespaces: []string{"shop", "bank"}, ExcludedNamespaces: []string{"kube-system"},
		IncludedResources: []string{"pods", "deployments.apps"}, ExcludedResources: []string{"events"},
		LabelSelector: "app in (web, db),!canary",
	}, nil
}

func (s sample) operation() string {
	if s.full {
		return "operation-1"
	}
	return ""
}

func (s sample) progress() (velero.OperationProgress, error) {
	if !s.full {
		return velero.OperationProgress{}, nil
	}
	started := time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
	return velero.OperationProgress{
		Completed: true, Err: "snapshot failed", NCompleted: 3, NTotal: 7, OperationUnits: "bytes",
		Description: "uploading", Started: started, Updated: started.Add(time.Minute),
	}, nil
}

// updated is the item with a mark, or nil: "unchanged", for which the server sends the request's bytes.
func (s sample) updated() runtime.Unstructured {
	if !s.full {
		return nil
	}
	pod := item(podJSON)
	pod.SetAnnotations(map[string]string{"example.io/seen": "true"})
	return pod
}

func identifiers(full bool) []velero.ResourceIdentifier {
	if !full {
		return nil
	}
	claims := schema.GroupResource{Resource: "persistentvolumeclaims"}
	return []velero.ResourceIdentifier{
		{GroupResource: claims, Namespace: "shop", Name: "data-web-0"},
		{GroupResource: schema.GroupResource{Group: "apps", Resource: "deployments"}, Namespace: "shop", Name: "web"},
	}
}

type backupV1 struct{ sample }

func (a *backupV1) Execute(runtime.Unstructured, *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, error) {
	return a.updated(), identifiers(a.full), nil
}

type backupV2 struct{ sample }

func (a *backupV2) Execute(runtime.Unstructured, *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, string, []velero.ResourceIdentifier, error) {
	return a.updated(), identifiers(a.full), a.operation(), identifiers(a.full), nil
}

func (a *backupV2) Progress(string, *velerov1.Backup) (velero.OperationProgress, error) {
	return a.progress()
}

func (a *backupV2) Cancel(string, *velerov1.Backup) error { return nil }

type restoreV1 struct{ sample }

func (a *restoreV1) Execute(*velero.RestoreItemActionExecuteInput) (*velero.RestoreItemActionExecuteOutput, error) {
	return &velero.RestoreItemActionExecuteOutput{
		UpdatedItem: a.updated(), AdditionalItems: identifiers(a.full), SkipRestore: a.full,
	}, nil
}

type restoreV2 struct{ sample }

func (a *restoreV2) Execute(*velero.RestoreItemActionExecuteInput) (*velero.RestoreItemActionExecuteOutput, error) {
	output := &velero.RestoreItemActionExecuteOutput{
		UpdatedItem: a.updated(), AdditionalItems: identifiers(a.full), SkipRestore: a.full,
		OperationID: a.operation(), WaitForAdditionalItems: a.full,
	}
	if a.full {
		output.AdditionalItemsReadyTimeout = 90 * time.Second
	}
	return output, nil
}

func (a *restoreV2) Progress(string, *velerov1.Restore) (velero.OperationProgress, error) {
	return a.progress()
}

func (a *restoreV2) Cancel(string, *velerov1.Restore) error { return nil }

func (a *restoreV2) AreAdditionalItemsReady([]velero.ResourceIdentifier, *velerov1.Restore) (bool, error) {
	return a.full, nil
}

type deleteAction struct{ sample }

func (a *deleteAction) Execute(*velero.DeleteItemActionExecuteInput) error { return nil }

type itemBlock struct{ sample }

func (a *itemBlock) GetRelatedItems(runtime.Unstructured, *velerov1.Backup) ([]velero.ResourceIdentifier, error) {
	return identifiers(a.full), nil
}

type objectStore struct{ full bool }

func (s *objectStore) some(values ...string) []string {
	if !s.full {
		return nil
	}
	return values
}

func (s *objectStore) Init(map[string]string) error { return nil }

func (s *objectStore) PutObject(_, _ string, body io.Reader) error {
	_, err := io.Copy(io.Discard, body)
	return err
}

func (s *objectStore) ObjectExists(_, _ string) (bool, error) { return s.full, nil }

func (s *objectStore) GetObject(_, _ string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(strings.Join(s.some("backup data"), ""))), nil
}

func (s *objectStore) ListCommonPrefixes(_, _, _ string) ([]string, error) {
	return s.some("p/a/", "p/b/"), nil
}

func (s *objectStore) ListObjects(_, _ string) ([]string, error) {
	return s.some("p/a/1", "p/b/2"), nil
}

func (s *objectStore) DeleteObject(_, _ string) error { return nil }

func (s *objectStore) CreateSignedURL(_, _ string, _ time.Duration) (string, error) {
	return strings.Join(s.some("https://example.io/bucket/key?signature=1"), ""), nil
}

type volumeSnapshotter struct{ full bool }

func (v *volumeSnapshotter) id() string {
	if v.full {
		return "id-2"
	}
	return ""
}

func iops(full bool) *int64 {
	if !full {
		return nil
	}
	value := int64(16000)
	return &value
}

func (v *volumeSnapshotter) Init(map[string]string) error { return nil }

func (v *volumeSnapshotter) CreateVolumeFromSnapshot(_, _, _ string, _ *int64) (string, error) {
	return v.id(), nil
}

func (v *volumeSnapshotter) GetVolumeID(runtime.Unstructured) (string, error) { return v.id(), nil }

func (v *volumeSnapshotter) SetVolumeID(volume runtime.Unstructured, _ string) (runtime.Unstructured, error) {
	return volume, nil
}

func (v *volumeSnapshotter) GetVolumeInfo(_, _ string) (string, *int64, error) {
	return v.id(), iops(v.full), nil
}

func (v *volumeSnapshotter) CreateSnapshot(_, _ string, _ map[string]string) (string, error) {
	return v.id(), nil
}

func (v *volumeSnapshotter) DeleteSnapshot(string) error { return nil }
