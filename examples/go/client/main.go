// Command client asks a BackupItemAction v2 of a running plugin what it applies to: client SOCKET NAME.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	biav2 "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v2"
)

func main() {
	connection, err := grpc.NewClient("unix:"+os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()

	request := &biav2.BackupItemActionAppliesToRequest{Plugin: os.Args[2]}
	response, err := biav2.NewBackupItemActionClient(connection).AppliesTo(context.Background(), request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.GetResourceSelector().GetIncludedResources())
}
