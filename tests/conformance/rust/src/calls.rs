use prost::Message;
use prost_reflect::DescriptorPool;
use serde_json::{json, Value};
use tonic::transport::Endpoint;
use tonic::{Response, Status};
use velero_plugin_stubs::generated::backup_item_action_client::BackupItemActionClient as V1;
use velero_plugin_stubs::generated::{self, Stack};
use velero_plugin_stubs::v2;
use velero_plugin_stubs::v2::backup_item_action_client::BackupItemActionClient as V2;

use crate::{report, to_json};

const V1_NAME: &str = "example.io/fixed-v1";
const V2_NAME: &str = "example.io/fixed-v2";
const ITEM: &[u8] = br#"{"kind":"Pod"}"#;
const BROKEN: &[u8] = br#"{"kind":"Broken"}"#;
const BACKUP: &[u8] = br#"{"kind":"Backup"}"#;

/// Makes every call once.
pub async fn call(pool: &DescriptorPool, socket: &str) -> Result<(), Box<dyn std::error::Error>> {
    let channel = Endpoint::from_shared(format!("unix:{socket}"))?
        .connect()
        .await?;
    let (mut first, mut second) = (V1::new(channel.clone()), V2::new(channel));
    let answer = Answers { pool };

    let request = generated::BackupItemActionAppliesToRequest {
        plugin: V1_NAME.into(),
    };
    answer.report(
        "v1 AppliesTo",
        "generated.BackupItemActionAppliesToResponse",
        first.applies_to(request).await,
    )?;
    for (name, item) in [("v1 Execute", ITEM), ("v1 error", BROKEN)] {
        let request = generated::ExecuteRequest {
            plugin: V1_NAME.into(),
            item: item.into(),
            backup: BACKUP.into(),
        };
        answer.report(
            name,
            "generated.ExecuteResponse",
            first.execute(request).await,
        )?;
    }

    let request = v2::BackupItemActionAppliesToRequest {
        plugin: V2_NAME.into(),
    };
    answer.report(
        "v2 AppliesTo",
        "v2.BackupItemActionAppliesToResponse",
        second.applies_to(request).await,
    )?;
    for (name, item) in [("v2 Execute", ITEM), ("v2 error", BROKEN)] {
        let request = v2::ExecuteRequest {
            plugin: V2_NAME.into(),
            item: item.into(),
            backup: BACKUP.into(),
        };
        answer.report(name, "v2.ExecuteResponse", second.execute(request).await)?;
    }
    let request = v2::BackupItemActionProgressRequest {
        plugin: V2_NAME.into(),
        operation_id: "operation-1".into(),
        backup: BACKUP.into(),
    };
    answer.report(
        "v2 Progress",
        "v2.BackupItemActionProgressResponse",
        second.progress(request).await,
    )?;
    let request = v2::BackupItemActionCancelRequest {
        plugin: V2_NAME.into(),
        operation_id: "operation-1".into(),
        backup: BACKUP.into(),
    };
    answer.report("v2 Cancel", "generated.Empty", second.cancel(request).await)
}

struct Answers<'a> {
    pool: &'a DescriptorPool,
}

impl Answers<'_> {
    /// Prints what became of a call, as JSON.
    fn report<T: Message>(
        &self,
        call: &str,
        message: &str,
        outcome: Result<Response<T>, Status>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let answer = match outcome {
            Ok(response) => self.json(message, &response.into_inner().encode_to_vec())?,
            Err(status) => self.failure(&status)?,
        };
        report(&json!({"call": call, "answer": answer}));
        Ok(())
    }

    fn failure(&self, status: &Status) -> Result<Value, Box<dyn std::error::Error>> {
        let mut line = json!({"code": status.code() as i32, "message": status.message()});
        for detail in tonic_types::Status::decode(status.details())?.details {
            if detail.type_url.ends_with("/generated.Stack") {
                let stack = Stack::decode(detail.value.as_slice())?;
                line["stack"] = self.json("generated.Stack", &stack.encode_to_vec())?;
            }
        }
        Ok(line)
    }

    fn json(&self, message: &str, encoded: &[u8]) -> Result<Value, Box<dyn std::error::Error>> {
        let descriptor = self
            .pool
            .get_message_by_name(message)
            .ok_or("no such message")?;
        Ok(to_json(&descriptor, encoded)?)
    }
}
