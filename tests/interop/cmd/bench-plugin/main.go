// Command bench-plugin is the plugin that bench/ measures against: small actions on Velero's own framework,
// each with its twin in bench/plugins.
package main

import (
	"time"

	"github.com/sirupsen/logrus"
	"github.com/spf13/pflag"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
)

const annotation = "example.io/backed-up"

func main() {
	framework.NewServer().BindFlags(pflag.CommandLine).
		RegisterBackupItemAction("example.io/annotate", func(logrus.FieldLogger) (any, error) { return annotate{}, nil }).
		RegisterBackupItemActionV2("example.io/operate", func(logrus.FieldLogger) (any, error) { return operate{}, nil }).
		Serve()
}

// annotate adds an annotation to every item.
type annotate struct{}

func (annotate) AppliesTo() (velero.ResourceSelector, error) { return velero.ResourceSelector{}, nil }

func (annotate) Execute(item runtime.Unstructured, _ *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, error) {
	object, err := meta.Accessor(item)
	if err != nil {
		return nil, nil, err
	}
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[annotation] = "yes"
	object.SetAnnotations(annotations)
	return item, nil, nil
}

// operate starts an operation for every item, and none of them ever ends.
type operate struct{}

func (operate) Name() string { return "" }

func (operate) AppliesTo() (velero.ResourceSelector, error) { return velero.ResourceSelector{}, nil }

func (operate) Execute(item runtime.Unstructured, _ *velerov1.Backup) (runtime.Unstructured, []velero.ResourceIdentifier, string, []velero.ResourceIdentifier, error) {
	return item, nil, "operation", nil, nil
}

func (operate) Progress(string, *velerov1.Backup) (velero.OperationProgress, error) {
	return velero.OperationProgress{NCompleted: 1, NTotal: 2, OperationUnits: "Items", Started: time.Unix(1, 0)}, nil
}

func (operate) Cancel(string, *velerov1.Backup) error { return nil }
