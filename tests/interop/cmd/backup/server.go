package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/pkg/errors"
	"github.com/sirupsen/logrus"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	pkgbackup "github.com/vmware-tanzu/velero/pkg/backup"
	"github.com/vmware-tanzu/velero/pkg/client"
	"github.com/vmware-tanzu/velero/pkg/controller"
	"github.com/vmware-tanzu/velero/pkg/itemoperationmap"
	"github.com/vmware-tanzu/velero/pkg/metrics"
	"github.com/vmware-tanzu/velero/pkg/persistence"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	"github.com/vmware-tanzu/velero/pkg/podvolume"
	"github.com/vmware-tanzu/velero/pkg/test"
	"github.com/vmware-tanzu/velero/pkg/util/logging"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clocks "k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
	kbclient "sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	namespace = "velero"
	location  = "default"
	// What "velero server" has for these when no flag says otherwise.
	backupTTL            = 30 * 24 * time.Hour
	csiSnapshotTimeout   = 10 * time.Minute
	resourceTimeout      = 10 * time.Minute
	itemOperationTimeout = 4 * time.Hour
	itemBlockWorkers     = 1
)

type managerFor = func(logrus.FieldLogger) clientmgmt.Manager

// server is the part of a Velero server that has to do with backups.
type server struct {
	key                            types.NamespacedName
	kube                           kbclient.Client
	backup, operations, finalizing reconciler
}

type reconciler interface {
	Reconcile(context.Context, ctrl.Request) (ctrl.Result, error)
}

func newServer(in *input, log logrus.FieldLogger, manager managerFor) (*server, error) {
	cluster, err := newCluster(in.Resources, in.Objects, log)
	if err != nil {
		return nil, err
	}
	objects := append(cluster.namespaces, newLocation(), newBackup(in))
	// Velero's helper for its tests wants one, and only says to it that it is a helper.
	kube := test.NewFakeControllerRuntimeClient(&testing.T{}, objects...)
	stores := persistence.NewObjectBackupStoreGetter(nil)
	backupper, err := pkgbackup.NewKubernetesBackupper(kube, cluster.discovery,
		client.NewDynamicFactory(cluster.dynamic), nil, noPodVolumes{}, time.Minute, false, 0, "kopia",
		manager, stores)
	if err != nil {
		return nil, err
	}
	tracker, counts := controller.NewBackupTracker(), metrics.NewServerMetrics()
	return &server{
		key:  types.NamespacedName{Namespace: namespace, Name: in.Name},
		kube: kube,
		backup: controller.NewBackupReconciler(context.Background(), cluster.discovery, backupper, log,
			logrus.DebugLevel, manager, tracker, kube, location, false, backupTTL, "",
			csiSnapshotTimeout, resourceTimeout, itemOperationTimeout, nil, counts, stores,
			logging.FormatJSON, nil, 1, false, itemBlockWorkers, 1, kube),
		operations: controller.NewBackupOperationsReconciler(log, kube, time.Second, manager, stores,
			counts, itemoperationmap.NewBackupItemOperationsMap()),
		finalizing: controller.NewBackupFinalizerReconciler(kube, kube, clocks.RealClock{}, backupper,
			manager, tracker, stores, log, counts, resourceTimeout),
	}, nil
}

// backUp runs the controllers until the backup is over.
func (s *server) backUp(ctx context.Context, poll time.Duration) (*velerov1.Backup, error) {
	backup := &velerov1.Backup{}
	for {
		if err := s.kube.Get(ctx, s.key, backup); err != nil {
			return nil, err
		}
		next, err := s.next(backup.Status.Phase, poll)
		if err != nil || next == nil {
			return backup, err
		}
		if _, err := next.Reconcile(ctx, ctrl.Request{NamespacedName: s.key}); err != nil {
			return nil, err
		}
	}
}

// next returns the controller that is for a phase, none for a last phase.
func (s *server) next(phase velerov1.BackupPhase, poll time.Duration) (reconciler, error) {
	switch phase {
	case velerov1.BackupPhaseReadyToStart:
		return s.backup, nil
	case velerov1.BackupPhaseWaitingForPluginOperations, velerov1.BackupPhaseWaitingForPluginOperationsPartiallyFailed:
		time.Sleep(poll)
		return s.operations, nil
	case velerov1.BackupPhaseFinalizing, velerov1.BackupPhaseFinalizingPartiallyFailed:
		return s.finalizing, nil
	case velerov1.BackupPhaseCompleted, velerov1.BackupPhasePartiallyFailed, velerov1.BackupPhaseFailed, velerov1.BackupPhaseFailedValidation:
		return nil, nil
	}
	return nil, errors.New(fmt.Sprintf("no controller is for phase %q", phase))
}

func newLocation() runtime.Object {
	return &velerov1.BackupStorageLocation{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: location},
		Spec: velerov1.BackupStorageLocationSpec{
			Provider:    "example.io/folder",
			StorageType: velerov1.StorageType{ObjectStorage: &velerov1.ObjectStorageLocation{Bucket: "bucket"}},
		},
		Status: velerov1.BackupStorageLocationStatus{Phase: velerov1.BackupStorageLocationPhaseAvailable},
	}
}

func newBackup(in *input) runtime.Object {
	no := false
	spec := in.Spec
	spec.SnapshotVolumes = &no
	return &velerov1.Backup{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: in.Name, UID: "the-uid"},
		Spec:       spec,
		Status:     velerov1.BackupStatus{Phase: velerov1.BackupPhaseReadyToStart},
	}
}

// noPodVolumes backs up no pod volumes. BackupPodVolumes is never called, since no backup asks for it:
// it has types of Velero's internal packages and cannot be written here.
type noPodVolumes struct{ podvolume.Backupper }

func (noPodVolumes) NewBackupper(context.Context, logrus.FieldLogger, *velerov1.Backup, string) (podvolume.Backupper, error) {
	return noPodVolumes{}, nil
}

func (noPodVolumes) WaitAllPodVolumesProcessed(logrus.FieldLogger) []*velerov1.PodVolumeBackup {
	return nil
}

func (noPodVolumes) ListPodVolumeBackupsByPod(string, string) ([]*velerov1.PodVolumeBackup, error) {
	return nil, nil
}
