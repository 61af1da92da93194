//go:build !velero_v1_11

// Package itemblock is an ItemBlockAction for the plugins here: Velero has this kind since 1.15.
package itemblock

import (
	"example.io/velero-shim/interop/internal/actions"
	"github.com/sirupsen/logrus"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"k8s.io/apimachinery/pkg/runtime"
)

// Register registers an ItemBlockAction that does what actions.Perform does.
func Register(server framework.Server, name string) framework.Server {
	return server.RegisterItemBlockAction(name, func(log logrus.FieldLogger) (any, error) {
		return &action{log, name}, nil
	})
}

type action struct {
	log  logrus.FieldLogger
	name string
}

func (a *action) Name() string { return "" }

func (a *action) AppliesTo() (velero.ResourceSelector, error) { return actions.FullSelector, nil }

func (a *action) GetRelatedItems(item runtime.Unstructured, _ *velerov1.Backup) ([]velero.ResourceIdentifier, error) {
	_, related, err := actions.Perform(a.log, item, a.name)
	return related, err
}
