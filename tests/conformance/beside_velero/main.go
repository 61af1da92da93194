// Command beside_velero has our stubs and Velero's own in one binary, where both want the same names in protobuf's
// registry. It shows that each encodes and decodes as if it were alone.
package main

import (
	"fmt"
	"log"

	velero "github.com/vmware-tanzu/velero/pkg/plugin/generated/backupitemaction/v2"
	"google.golang.org/protobuf/proto"

	ours "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v2"
)

func main() {
	sent := &ours.ExecuteRequest{Plugin: "example.io/a", Item: []byte("{}"), Backup: []byte("[]")}
	read, back := &velero.ExecuteRequest{}, &ours.ExecuteRequest{}
	copyTo(read, sent)
	copyTo(back, read)
	if read.GetPlugin() != sent.GetPlugin() || !proto.Equal(sent, back) {
		log.Fatalf("sent %v, Velero read %v, back came %v", sent, read, back)
	}
	fmt.Println(sent.ProtoReflect().Descriptor().FullName(), "in both")
}

func copyTo(target, source proto.Message) {
	wire, err := proto.Marshal(source)
	if err != nil {
		log.Fatal(err)
	}
	if err := proto.Unmarshal(wire, target); err != nil {
		log.Fatal(err)
	}
}
