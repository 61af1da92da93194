package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/sirupsen/logrus"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	biav2fw "github.com/vmware-tanzu/velero/pkg/plugin/framework/backupitemaction/v2"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework/common"
	ibav1fw "github.com/vmware-tanzu/velero/pkg/plugin/framework/itemblockaction/v1"
	riav2fw "github.com/vmware-tanzu/velero/pkg/plugin/framework/restoreitemaction/v2"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	biav1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/backupitemaction/v1"
	biav2 "github.com/vmware-tanzu/velero/pkg/plugin/velero/backupitemaction/v2"
	ibav1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/itemblockaction/v1"
	riav1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/restoreitemaction/v1"
	riav2 "github.com/vmware-tanzu/velero/pkg/plugin/velero/restoreitemaction/v2"
	vsv1 "github.com/vmware-tanzu/velero/pkg/plugin/velero/volumesnapshotter/v1"
	statuspb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/test/bufconn"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// recorded adds what a Velero host and a Velero plugin send each other: the framework's own clients
// talk to its own server, over gRPC, and the messages are taken as bytes on the host's side.
func recorded(set *fixtures) error {
	wire, err := connect()
	if err != nil {
		return err
	}
	defer wire.close()
	for _, half := range []string{"full", "zero"} {
		for _, call := range hostCalls(wire, "example.io/"+half, half == "full") {
			if err := call.run(); err != nil {
				return fmt.Errorf("%s, %s: %w", call.name, half, err)
			}
			wire.save(set, "recorded_"+call.name+"_"+half)
		}
	}
	return recordStatuses(set, wire)
}

type call struct {
	name string
	run  func() error
}

// hostCalls are one call of every method of every kind, through the clients that Velero's server uses.
func hostCalls(w *wire, name string, full bool) []call {
	b2 := w.client("BackupItemActionV2", name).(biav2.BackupItemAction)
	b1 := w.client("BackupItemAction", name).(biav1.BackupItemAction)
	r2 := w.client("RestoreItemActionV2", name).(riav2.RestoreItemAction)
	r1 := w.client("RestoreItemAction", name).(riav1.RestoreItemAction)
	del := w.client("DeleteItemAction", name).(velero.DeleteItemAction)
	block := w.client("ItemBlockAction", name).(ibav1.ItemBlockAction)
	pod, backup, restore := item(podJSON), &velerov1.Backup{}, &velerov1.Restore{}
	if full {
		decode(backupJSON, backup)
		decode(restoreJSON, restore)
	}
	input := &velero.RestoreItemActionExecuteInput{Item: pod, ItemFromBackup: pod, Restore: restore}
	calls := []call{
		{"backup_v2_applies_to", func() error { _, err := b2.AppliesTo(); return err }},
		{"backup_v2_execute", func() error { _, _, _, _, err := b2.Execute(pod, backup); return err }},
		{"backup_v2_progress", func() error { _, err := b2.Progress("operation-1", backup); return err }},
		{"backup_v2_cancel", func() error { return b2.Cancel("operation-1", backup) }},
		{"backup_v1_applies_to", func() error { _, err := b1.AppliesTo(); return err }},
		{"backup_v1_execute", func() error { _, _, err := b1.Execute(pod, backup); return err }},
		{"restore_v2_applies_to", func() error { _, err := r2.AppliesTo(); return err }},
		{"restore_v2_execute", func() error { _, err := r2.Execute(input); return err }},
		{"restore_v2_progress", func() error { _, err := r2.Progress("operation-1", restore); return err }},
		{"restore_v2_cancel", func() error { return r2.Cancel("operation-1", restore) }},
		{"restore_v2_ready", func() error { _, err := r2.AreAdditionalItemsReady(identifiers(full), restore); return err }},
		{"restore_v1_applies_to", func() error { _, err := r1.AppliesTo(); return err }},
		{"restore_v1_execute", func() error { _, err := r1.Execute(input); return err }},
		{"delete_applies_to", func() error { _, err := del.AppliesTo(); return err }},
		{"delete_execute", func() error {
			return del.Execute(&velero.DeleteItemActionExecuteInput{Item: pod, Backup: backup})
		}},
		{"item_block_applies_to", func() error { _, err := block.AppliesTo(); return err }},
		{"item_block_related_items", func() error { _, err := block.GetRelatedItems(pod, backup); return err }},
		{"list", func() error { _, err := w.lister.ListPlugins(); return err }},
	}
	return append(calls, storeCalls(w, name, full)...)
}

func storeCalls(w *wire, name string, full bool) []call {
	store := w.client("ObjectStore", name).(velero.ObjectStore)
	volumes := w.client("VolumeSnapshotter", name).(vsv1.VolumeSnapshotter)
	// An empty body makes the client send no message at all, and the server answers that with an error.
	config, body, id := map[string]string(nil), "x", ""
	if full {
		config, body, id = map[string]string{"region": "eu-1"}, strings.Repeat("backup ", 3), "id-1"
	}
	return []call{
		{"object_store_init", func() error { return store.Init(config) }},
		{"object_store_put", func() error { return store.PutObject("bucket", "key", strings.NewReader(body)) }},
		{"object_store_exists", func() error { _, err := store.ObjectExists("bucket", "key"); return err }},
		{"object_store_get", func() error {
			reader, err := store.GetObject("bucket", "key")
			if err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, reader)
			return err
		}},
		{"object_store_prefixes", func() error { _, err := store.ListCommonPrefixes("bucket", "p/", "/"); return err }},
		{"object_store_list", func() error { _, err := store.ListObjects("bucket", "p/"); return err }},
		{"object_store_delete", func() error { return store.DeleteObject("bucket", "key") }},
		{"object_store_sign", func() error { _, err := store.CreateSignedURL("bucket", "key", time.Minute); return err }},
		{"volume_snapshotter_init", func() error { return volumes.Init(config) }},
		{"volume_snapshotter_create", func() error { _, err := volumes.CreateVolumeFromSnapshot(id, id, id, iops(full)); return err }},
		{"volume_snapshotter_info", func() error { _, _, err := volumes.GetVolumeInfo(id, id); return err }},
		{"volume_snapshotter_snapshot", func() error { _, err := volumes.CreateSnapshot(id, id, config); return err }},
		{"volume_snapshotter_delete", func() error { return volumes.DeleteSnapshot(id) }},
		{"volume_snapshotter_get_id", func() error { _, err := volumes.GetVolumeID(item(volumeJSON)); return err }},
		{"volume_snapshotter_set_id", func() error { _, err := volumes.SetVolumeID(item(volumeJSON), id); return err }},
	}
}

// recordStatuses adds the content of grpc-status-details-bin for each way in which a call can fail.
func recordStatuses(set *fixtures, w *wire) error {
	backup := &velerov1.Backup{}
	for _, failure := range failures {
		action := w.client("BackupItemActionV2", failure.plugin).(biav2.BackupItemAction)
		if _, _, _, _, err := action.Execute(item(failure.item), backup); err == nil {
			return fmt.Errorf("%s: the call did not fail", failure.name)
		}
		w.messages = nil
		values := w.trailer.Get("grpc-status-details-bin")
		if len(values) == 0 {
			return fmt.Errorf("%s: no status details came back", failure.name)
		}
		status := &statuspb.Status{}
		if err := protobuf.Unmarshal([]byte(values[0]), status); err != nil {
			return err
		}
		entry := set.add(failure.name, status, []byte(values[0]), failure.note)
		entry.Toolchain = toolchain()
		set.producedBy(entry, "github.com/vmware-tanzu/velero/pkg/plugin/framework/backupitemaction/v2")
	}
	return nil
}

// wire is one connection between the framework's clients and its server.
type wire struct {
	plugins  map[string]plugin.GRPCPlugin
	lister   framework.PluginLister
	server   *grpc.Server
	conn     *grpc.ClientConn
	messages []sent
	trailer  metadata.MD
}

type sent struct {
	message protobuf.Message
	bytes   []byte
}

func connect() (*wire, error) {
	log := logrus.New()
	log.Out = io.Discard
	w := &wire{plugins: samplePlugins(log), server: grpc.NewServer()}
	for _, kind := range w.plugins {
		if err := kind.GRPCServer(nil, w.server); err != nil {
			return nil, err
		}
	}
	listener := bufconn.Listen(1 << 20)
	go func() { _ = w.server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:in-process",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(&recordingCodec{encoding.GetCodecV2(proto.Name), w})),
		grpc.WithUnaryInterceptor(w.keepTrailer))
	if err != nil {
		return nil, err
	}
	w.conn = conn
	lister, err := w.plugins["PluginLister"].GRPCClient(context.Background(), nil, conn)
	w.lister, _ = lister.(framework.PluginLister)
	return w, err
}

func (w *wire) close() {
	_ = w.conn.Close()
	w.server.Stop()
}

// client is the framework's client for one plugin, the object that Velero's server calls.
func (w *wire) client(kind, name string) any {
	dispenser, err := w.plugins[kind].GRPCClient(context.Background(), nil, w.conn)
	if err != nil {
		panic(err)
	}
	return dispenser.(common.ClientDispenser).ClientFor(name)
}

// save makes fixtures of what has gone over the wire; google.protobuf.Empty is not the contract's.
func (w *wire) save(set *fixtures, name string) {
	for _, sent := range w.messages {
		if _, ok := sent.message.(*emptypb.Empty); !ok {
			set.add(name, sent.message, sent.bytes, "")
		}
	}
	w.messages = nil
}

func (w *wire) keepTrailer(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
	w.trailer = nil
	return invoke(ctx, method, req, reply, conn, append(options, grpc.Trailer(&w.trailer))...)
}

// recordingCodec is gRPC's own codec, looking on.
type recordingCodec struct {
	encoding.CodecV2
	wire *wire
}

func (c *recordingCodec) Marshal(value any) (mem.BufferSlice, error) {
	data, err := c.CodecV2.Marshal(value)
	if err == nil {
		c.keep(value, data)
	}
	return data, err
}

func (c *recordingCodec) Unmarshal(data mem.BufferSlice, value any) error {
	err := c.CodecV2.Unmarshal(data, value)
	if err == nil {
		c.keep(value, data)
	}
	return err
}

func (c *recordingCodec) keep(value any, data mem.BufferSlice) {
	// A caller may change its message after the call, or reuse it for the next one of a stream.
	message := protobuf.Clone(value.(protobuf.Message))
	c.wire.messages = append(c.wire.messages, sent{message, append([]byte{}, data.Materialize()...)})
}

func samplePlugins(log logrus.FieldLogger) map[string]plugin.GRPCPlugin {
	server, client := common.ServerLogger(log), common.ClientLogger(log)
	b1, b2 := framework.NewBackupItemActionPlugin(server, client), biav2fw.NewBackupItemActionPlugin(server, client)
	r1, r2 := framework.NewRestoreItemActionPlugin(server, client), riav2fw.NewRestoreItemActionPlugin(server, client)
	del, block := framework.NewDeleteItemActionPlugin(server, client), ibav1fw.NewItemBlockActionPlugin(server, client)
	store, volume := framework.NewObjectStorePlugin(server, client), framework.NewVolumeSnapshotterPlugin(server, client)
	for name, full := range map[string]bool{"example.io/full": true, "example.io/zero": false} {
		serve := func(action any) common.HandlerInitializer {
			return func(logrus.FieldLogger) (any, error) { return action, nil }
		}
		b1.Register(name, serve(&backupV1{sample{full}}))
		b2.Register(name, serve(&backupV2{sample{full}}))
		r1.Register(name, serve(&restoreV1{sample{full}}))
		r2.Register(name, serve(&restoreV2{sample{full}}))
		del.Register(name, serve(&deleteAction{sample{full}}))
		block.Register(name, serve(&itemBlock{sample{full}}))
		store.Register(name, serve(&objectStore{full}))
		volume.Register(name, serve(&volumeSnapshotter{full}))
	}
	b2.Register("example.io/failing", func(logrus.FieldLogger) (any, error) { return &failing{}, nil })
	lister := framework.NewPluginListerPlugin(framework.NewPluginLister(
		framework.PluginIdentifier{Command: "/plugins/sample", Kind: common.PluginKindBackupItemAction, Name: "example.io/full"},
		framework.PluginIdentifier{Command: "/plugins/sample", Kind: common.PluginKindBackupItemActionV2, Name: "example.io/zero"},
	))
	return map[string]plugin.GRPCPlugin{
		"BackupItemAction": b1, "BackupItemActionV2": b2, "RestoreItemAction": r1, "RestoreItemActionV2": r2,
		"DeleteItemAction": del, "ItemBlockAction": block, "ObjectStore": store, "VolumeSnapshotter": volume,
		"PluginLister": lister,
	}
}

func decode(text string, into any) {
	if err := json.Unmarshal([]byte(text), into); err != nil {
		panic(err)
	}
}

func item(text string) *unstructured.Unstructured {
	object := map[string]any{}
	decode(text, &object)
	return &unstructured.Unstructured{Object: object}
}
