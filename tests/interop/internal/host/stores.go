package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	vsv1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/volumesnapshotter/v1"
)

// callObjectStore answers the call of any of an ObjectStore's methods; bodies are base64 in JSON.
func callObjectStore(store velero.ObjectStore, request *Request) (any, error) {
	var with struct {
		Config            map[string]string
		Bucket, Key       string
		Prefix, Delimiter string
		Body              []byte
		Seconds           int64
	}
	if err := json.Unmarshal(request.Arguments, &with); err != nil {
		return nil, err
	}
	switch request.Method {
	case "Init":
		return nil, store.Init(with.Config)
	case "PutObject":
		return nil, store.PutObject(with.Bucket, with.Key, bytes.NewReader(with.Body))
	case "ObjectExists":
		return store.ObjectExists(with.Bucket, with.Key)
	case "GetObject":
		body, err := store.GetObject(with.Bucket, with.Key)
		if err != nil {
			return nil, err
		}
		defer body.Close()
		return io.ReadAll(body)
	case "ListCommonPrefixes":
		return store.ListCommonPrefixes(with.Bucket, with.Prefix, with.Delimiter)
	case "ListObjects":
		return store.ListObjects(with.Bucket, with.Prefix)
	case "DeleteObject":
		return nil, store.DeleteObject(with.Bucket, with.Key)
	case "CreateSignedURL":
		return store.CreateSignedURL(with.Bucket, with.Key, time.Duration(with.Seconds)*time.Second)
	}
	return nil, fmt.Errorf("an ObjectStore has no %s", request.Method)
}

// callVolumeSnapshotter answers the call of any of a VolumeSnapshotter's methods.
func callVolumeSnapshotter(volumes vsv1.VolumeSnapshotter, request *Request) (any, error) {
	var with struct {
		Config, Tags     map[string]string
		Snapshot, Volume string
		Type, Zone       string
		IOPS             *int64
		Item             string
	}
	if err := json.Unmarshal(request.Arguments, &with); err != nil {
		return nil, err
	}
	switch request.Method {
	case "Init":
		return nil, volumes.Init(with.Config)
	case "CreateVolumeFromSnapshot":
		return volumes.CreateVolumeFromSnapshot(with.Snapshot, with.Type, with.Zone, with.IOPS)
	case "GetVolumeInfo":
		kind, iops, err := volumes.GetVolumeInfo(with.Volume, with.Zone)
		return map[string]any{"type": kind, "iops": iops}, err
	case "CreateSnapshot":
		return volumes.CreateSnapshot(with.Volume, with.Zone, with.Tags)
	case "DeleteSnapshot":
		return nil, volumes.DeleteSnapshot(with.Snapshot)
	case "GetVolumeID", "SetVolumeID":
		item, err := decodeItem(with.Item)
		if err != nil {
			return nil, err
		}
		if request.Method == "GetVolumeID" {
			return volumes.GetVolumeID(item)
		}
		updated, err := volumes.SetVolumeID(item, with.Volume)
		if err != nil {
			return nil, err
		}
		return NewExecuted(updated, nil)
	}
	return nil, fmt.Errorf("a VolumeSnapshotter has no %s", request.Method)
}
