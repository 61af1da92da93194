package main

import (
	"context"
	"log"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	biav1 "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v1"
	biav2 "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v2"
	shared "example.io/velero-shim/gen/go/velero_plugin/shared/v1"
)

const (
	v1Name = "example.io/fixed-v1"
	v2Name = "example.io/fixed-v2"
)

var (
	item   = []byte(`{"kind":"Pod"}`)
	broken = []byte(`{"kind":"Broken"}`)
	backup = []byte(`{"kind":"Backup"}`)
)

func call(socket string) {
	connection, err := grpc.NewClient("unix:"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()

	v1, v2 := biav1.NewBackupItemActionClient(connection), biav2.NewBackupItemActionClient(connection)
	answer("v1 AppliesTo")(v1.AppliesTo(ctx, &biav1.BackupItemActionAppliesToRequest{Plugin: v1Name}))
	answer("v1 Execute")(v1.Execute(ctx, &biav1.ExecuteRequest{Plugin: v1Name, Item: item, Backup: backup}))
	answer("v1 error")(v1.Execute(ctx, &biav1.ExecuteRequest{Plugin: v1Name, Item: broken, Backup: backup}))
	answer("v2 AppliesTo")(v2.AppliesTo(ctx, &biav2.BackupItemActionAppliesToRequest{Plugin: v2Name}))
	answer("v2 Execute")(v2.Execute(ctx, &biav2.ExecuteRequest{Plugin: v2Name, Item: item, Backup: backup}))
	answer("v2 error")(v2.Execute(ctx, &biav2.ExecuteRequest{Plugin: v2Name, Item: broken, Backup: backup}))
	answer("v2 Progress")(v2.Progress(ctx, &biav2.BackupItemActionProgressRequest{
		Plugin: v2Name, OperationID: "operation-1", Backup: backup,
	}))
	answer("v2 Cancel")(v2.Cancel(ctx, &biav2.BackupItemActionCancelRequest{
		Plugin: v2Name, OperationID: "operation-1", Backup: backup,
	}))
}

// answer returns a function that reports what became of a call.
func answer(name string) func(proto.Message, error) {
	return func(response proto.Message, err error) {
		report(map[string]any{"call": name, "answer": outcome(response, err)})
	}
}

func outcome(response proto.Message, err error) any {
	if err == nil {
		return toJSON(response)
	}
	failure := status.Convert(err)
	line := map[string]any{"code": failure.Code(), "message": failure.Message()}
	for _, detail := range failure.Details() {
		if stack, ok := detail.(*shared.Stack); ok {
			line["stack"] = toJSON(stack)
		}
	}
	return line
}
