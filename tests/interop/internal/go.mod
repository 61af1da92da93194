// What every Velero version in the test matrix has in common, written once. The requirement below is
// the floor: each program's own module selects the Velero it is built with.
module example.io/velero-shim/interop/internal

go 1.25.0

require (
	github.com/hashicorp/go-plugin v1.4.3
	github.com/pkg/errors v0.9.1
	github.com/sirupsen/logrus v1.8.1
	github.com/spf13/pflag v1.0.5
	github.com/vmware-tanzu/velero v1.10.3
	google.golang.org/grpc v1.45.0
	google.golang.org/protobuf v1.28.0
	k8s.io/apimachinery v0.24.2
)
