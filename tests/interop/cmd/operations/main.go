// Command operations reads a list of item operations and writes it again, with Velero's own types.
// The argument says whose they are: backup or restore.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/vmware-tanzu/velero/pkg/itemoperation"
)

func main() {
	var list any = &[]*itemoperation.BackupOperation{}
	if len(os.Args) > 1 && os.Args[1] == "restore" {
		list = &[]*itemoperation.RestoreOperation{}
	}
	decoder := json.NewDecoder(os.Stdin)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(list); err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(list); err != nil {
		log.Fatal(err)
	}
}
