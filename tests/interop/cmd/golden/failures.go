package main

import (
	"github.com/pkg/errors"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"k8s.io/apimachinery/pkg/runtime"
)

// failures are the ways in which an Execute can fail that leave status details behind. An error
// without a stack sends none.
var failures = []struct{ name, plugin, item, note string }{
	{"error", "example.io/failing", failBy("error"), "Execute returned an error that has a stack."},
	{"error_non_ascii", "example.io/failing", failBy("error_non_ascii"), "The same, with a text beyond ASCII."},
	{"grpc_error", "example.io/failing", failBy("grpc_error"),
		"Execute returned a gRPC status of its own inside an error with a stack: its code is kept."},
	{"panic", "example.io/failing", failBy("panic"), "Execute panicked with a text."},
	{"panic_with_error", "example.io/failing", failBy("panic_with_error"),
		"Execute panicked with an error that has a stack: its text goes out as it is, without a prefix."},
	{"unknown_plugin", "example.io/nobody", podJSON, "No action is registered under the request's name."},
	{"item_without_kind", "example.io/failing", "{}", "The item is JSON, and not a Kubernetes object."},
}

func failBy(way string) string {
	return `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"` + way + `"}}`
}

// failing fails in the way that the item's name says.
type failing struct{ backupV2 }

func (a *failing) Execute(pod runtime.Unstructured, _ *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, string, []velero.ResourceIdentifier, error) {
	switch metadata, _ := pod.UnstructuredContent()["metadata"].(map[string]any); metadata["name"] {
	case "error":
		return nil, nil, "", nil, errors.New("disk is full")
	case "error_non_ascii":
		return nil, nil, "", nil, errors.New("Datenträger voll: 漢字 🚢\n50 % übrig")
	case "grpc_error":
		return nil, nil, "", nil, errors.WithStack(status.Error(codes.NotFound, "no such snapshot"))
	case "panic":
		panic("index is gone")
	case "panic_with_error":
		panic(errors.New("index is gone"))
	}
	return nil, nil, "", nil, errors.New("no such way to fail")
}
