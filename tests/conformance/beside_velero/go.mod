module example.io/velero-shim/conformance/beside_velero

go 1.25.0

require (
	example.io/velero-shim/gen/go v0.0.0
	github.com/vmware-tanzu/velero v1.18.1
	google.golang.org/protobuf v1.36.11
)

require (
	golang.org/x/net v0.53.0 // indirect
	golang.org/x/sys v0.43.0 // indirect
	golang.org/x/text v0.36.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260427160629-7cedc36a6bc4 // indirect
	google.golang.org/grpc v1.80.0 // indirect
)

replace example.io/velero-shim/gen/go => ../../../gen/go
