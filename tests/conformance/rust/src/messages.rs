//! Every message by its full name.

use prost::Message;
use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto};
use prost_reflect::DescriptorPool;
use velero_plugin_stubs::{generated, plugin, v1, v2};

/// Decodes bytes as a message and encodes it again.
pub fn encoded(name: &str, wire: &[u8]) -> Result<Vec<u8>, String> {
    by_name(name)?.0(wire)
}

/// Whether two encoded messages are equal once they are decoded.
pub fn equal(name: &str, one: &[u8], other: &[u8]) -> Result<bool, String> {
    by_name(name)?.1(one, other)
}

type Functions = (
    fn(&[u8]) -> Result<Vec<u8>, String>,
    fn(&[u8], &[u8]) -> Result<bool, String>,
);

fn decoded<T: Message + Default>(wire: &[u8]) -> Result<T, String> {
    T::decode(wire).map_err(|error| format!("cannot be decoded: {error}"))
}

fn functions<T: Message + Default + PartialEq>() -> Functions {
    (
        |wire| Ok(decoded::<T>(wire)?.encode_to_vec()),
        |one, other| Ok(decoded::<T>(one)? == decoded::<T>(other)?),
    )
}

macro_rules! messages {
    ($($name:literal => $type:ty,)*) => {
        fn by_name(name: &str) -> Result<Functions, String> {
            match name {
                $($name => Ok(functions::<$type>()),)*
                _ => Err(format!("no message {name}")),
            }
        }
    };
}

messages! {
    "generated.BackupItemActionAppliesToRequest" => generated::BackupItemActionAppliesToRequest,
    "generated.BackupItemActionAppliesToResponse" => generated::BackupItemActionAppliesToResponse,
    "generated.Bytes" => generated::Bytes,
    "generated.CreateSignedURLRequest" => generated::CreateSignedUrlRequest,
    "generated.CreateSignedURLResponse" => generated::CreateSignedUrlResponse,
    "generated.CreateSnapshotRequest" => generated::CreateSnapshotRequest,
    "generated.CreateSnapshotResponse" => generated::CreateSnapshotResponse,
    "generated.CreateVolumeRequest" => generated::CreateVolumeRequest,
    "generated.CreateVolumeResponse" => generated::CreateVolumeResponse,
    "generated.DeleteItemActionAppliesToRequest" => generated::DeleteItemActionAppliesToRequest,
    "generated.DeleteItemActionAppliesToResponse" => generated::DeleteItemActionAppliesToResponse,
    "generated.DeleteItemActionExecuteRequest" => generated::DeleteItemActionExecuteRequest,
    "generated.DeleteObjectRequest" => generated::DeleteObjectRequest,
    "generated.DeleteSnapshotRequest" => generated::DeleteSnapshotRequest,
    "generated.Empty" => generated::Empty,
    "generated.ExecuteRequest" => generated::ExecuteRequest,
    "generated.ExecuteResponse" => generated::ExecuteResponse,
    "generated.GetObjectRequest" => generated::GetObjectRequest,
    "generated.GetVolumeIDRequest" => generated::GetVolumeIdRequest,
    "generated.GetVolumeIDResponse" => generated::GetVolumeIdResponse,
    "generated.GetVolumeInfoRequest" => generated::GetVolumeInfoRequest,
    "generated.GetVolumeInfoResponse" => generated::GetVolumeInfoResponse,
    "generated.ListCommonPrefixesRequest" => generated::ListCommonPrefixesRequest,
    "generated.ListCommonPrefixesResponse" => generated::ListCommonPrefixesResponse,
    "generated.ListObjectsRequest" => generated::ListObjectsRequest,
    "generated.ListObjectsResponse" => generated::ListObjectsResponse,
    "generated.ListPluginsResponse" => generated::ListPluginsResponse,
    "generated.ObjectExistsRequest" => generated::ObjectExistsRequest,
    "generated.ObjectExistsResponse" => generated::ObjectExistsResponse,
    "generated.ObjectStoreInitRequest" => generated::ObjectStoreInitRequest,
    "generated.OperationProgress" => generated::OperationProgress,
    "generated.PluginIdentifier" => generated::PluginIdentifier,
    "generated.PutObjectRequest" => generated::PutObjectRequest,
    "generated.ResourceIdentifier" => generated::ResourceIdentifier,
    "generated.ResourceSelector" => generated::ResourceSelector,
    "generated.RestoreItemActionAppliesToRequest" => generated::RestoreItemActionAppliesToRequest,
    "generated.RestoreItemActionAppliesToResponse" => generated::RestoreItemActionAppliesToResponse,
    "generated.RestoreItemActionExecuteRequest" => generated::RestoreItemActionExecuteRequest,
    "generated.RestoreItemActionExecuteResponse" => generated::RestoreItemActionExecuteResponse,
    "generated.SetVolumeIDRequest" => generated::SetVolumeIdRequest,
    "generated.SetVolumeIDResponse" => generated::SetVolumeIdResponse,
    "generated.Stack" => generated::Stack,
    "generated.StackFrame" => generated::StackFrame,
    "generated.VolumeSnapshotterInitRequest" => generated::VolumeSnapshotterInitRequest,
    "plugin.ConnInfo" => plugin::ConnInfo,
    "plugin.ConnInfo.Knock" => plugin::conn_info::Knock,
    "plugin.Empty" => plugin::Empty,
    "plugin.StdioData" => plugin::StdioData,
    "v1.ItemBlockActionAppliesToRequest" => v1::ItemBlockActionAppliesToRequest,
    "v1.ItemBlockActionAppliesToResponse" => v1::ItemBlockActionAppliesToResponse,
    "v1.ItemBlockActionGetRelatedItemsRequest" => v1::ItemBlockActionGetRelatedItemsRequest,
    "v1.ItemBlockActionGetRelatedItemsResponse" => v1::ItemBlockActionGetRelatedItemsResponse,
    "v2.BackupItemActionAppliesToRequest" => v2::BackupItemActionAppliesToRequest,
    "v2.BackupItemActionAppliesToResponse" => v2::BackupItemActionAppliesToResponse,
    "v2.BackupItemActionCancelRequest" => v2::BackupItemActionCancelRequest,
    "v2.BackupItemActionProgressRequest" => v2::BackupItemActionProgressRequest,
    "v2.BackupItemActionProgressResponse" => v2::BackupItemActionProgressResponse,
    "v2.ExecuteRequest" => v2::ExecuteRequest,
    "v2.ExecuteResponse" => v2::ExecuteResponse,
    "v2.RestoreItemActionAppliesToRequest" => v2::RestoreItemActionAppliesToRequest,
    "v2.RestoreItemActionAppliesToResponse" => v2::RestoreItemActionAppliesToResponse,
    "v2.RestoreItemActionCancelRequest" => v2::RestoreItemActionCancelRequest,
    "v2.RestoreItemActionExecuteRequest" => v2::RestoreItemActionExecuteRequest,
    "v2.RestoreItemActionExecuteResponse" => v2::RestoreItemActionExecuteResponse,
    "v2.RestoreItemActionItemsReadyRequest" => v2::RestoreItemActionItemsReadyRequest,
    "v2.RestoreItemActionItemsReadyResponse" => v2::RestoreItemActionItemsReadyResponse,
    "v2.RestoreItemActionProgressRequest" => v2::RestoreItemActionProgressRequest,
    "v2.RestoreItemActionProgressResponse" => v2::RestoreItemActionProgressResponse,
    "google.rpc.Status" => tonic_types::Status,
}

/// The descriptors, for JSON: those of the protos, and that of gRPC's status.
pub fn pool() -> Result<DescriptorPool, prost_reflect::DescriptorError> {
    let mut pool = DescriptorPool::decode(include_bytes!(env!("DESCRIPTORS")).as_slice())?;
    let any = DescriptorPool::global().get_file_by_name("google/protobuf/any.proto");
    pool.add_file_descriptor_protos(any.map(|file| file.file_descriptor_proto().clone()))?;
    pool.add_file_descriptor_proto(status())?;
    Ok(pool)
}

fn status() -> FileDescriptorProto {
    let field = |name: &str, number, kind: Type, label: Label| FieldDescriptorProto {
        name: Some(name.into()),
        number: Some(number),
        r#type: Some(kind as i32),
        label: Some(label as i32),
        type_name: (kind == Type::Message).then(|| ".google.protobuf.Any".into()),
        ..Default::default()
    };
    FileDescriptorProto {
        name: Some("google/rpc/status.proto".into()),
        package: Some("google.rpc".into()),
        dependency: vec!["google/protobuf/any.proto".into()],
        message_type: vec![DescriptorProto {
            name: Some("Status".into()),
            field: vec![
                field("code", 1, Type::Int32, Label::Optional),
                field("message", 2, Type::String, Label::Optional),
                field("details", 3, Type::Message, Label::Repeated),
            ],
            ..Default::default()
        }],
        syntax: Some("proto3".into()),
        ..Default::default()
    }
}
