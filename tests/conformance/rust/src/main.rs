//! Holds the Rust stubs against the golden fixtures and, given the socket of a running plugin, calls it. Prints a line
//! of JSON for each fixture and for each call.

mod calls;
mod messages;

use std::fs;
use std::path::Path;

use prost::Message;
use prost_reflect::{DynamicMessage, MessageDescriptor};
use serde_json::{json, Value};

/// Where prost writes other bytes than Velero, as the table has it; what Velero reads in them is the same.
const UNKNOWN: &str = "written without unknown fields, which prost drops";
const EMPTY: &str = "written without the empty keys and values of maps, which means the same";

struct Fixture<'a> {
    name: &'a str,
    wire: Vec<u8>,
    twin: Value,
    case: &'a str,
}

impl Fixture<'_> {
    /// Why prost writes other bytes for this fixture; empty where it writes the same.
    fn note(&self, descriptor: &MessageDescriptor) -> &'static str {
        match self.case {
            "unknown_fields" => UNKNOWN,
            "empty_elements" if descriptor.fields().any(|field| field.is_map()) => EMPTY,
            _ => "",
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let golden = Path::new(&arguments[0]);
    let pool = messages::pool()?;
    let manifest: Value = serde_json::from_slice(&fs::read(golden.join("manifest.json"))?)?;
    for entry in manifest["fixtures"].as_array().ok_or("no fixtures")? {
        let text = |key: &str| entry[key].as_str().unwrap_or_default();
        let fixture = Fixture {
            name: text("message"),
            wire: fs::read(golden.join(text("file")))?,
            twin: serde_json::from_slice(&fs::read(golden.join(text("json")))?)?,
            case: text("case"),
        };
        let descriptor = pool
            .get_message_by_name(fixture.name)
            .ok_or_else(|| format!("no message {}", fixture.name))?;
        let problem = problem(&descriptor, &fixture).err().unwrap_or_default();
        let note = fixture.note(&descriptor);
        report(&json!({"fixture": text("file"), "problem": problem, "note": note}));
    }
    if let Some(socket) = arguments.get(1) {
        calls::call(&pool, socket).await?;
    }
    Ok(())
}

/// Says what the stubs read or write differently from Velero.
fn problem(descriptor: &MessageDescriptor, fixture: &Fixture) -> Result<(), String> {
    let encoded = messages::encoded(fixture.name, &fixture.wire)?;
    let same_bytes = encoded == fixture.wire;
    if same_bytes != fixture.note(descriptor).is_empty() {
        return Err("encodes to other bytes".into());
    }
    let twin = DynamicMessage::deserialize(descriptor.clone(), &fixture.twin)
        .map_err(|error| format!("its JSON twin cannot be read: {error}"))?;
    if !messages::equal(fixture.name, &encoded, &twin.encode_to_vec())? {
        return Err("differs from its JSON twin".into());
    }
    if to_json(descriptor, &encoded)? != fixture.twin {
        return Err("is written as other JSON".into());
    }
    Ok(())
}

/// The canonical JSON of an encoded message: prost has none itself.
fn to_json(descriptor: &MessageDescriptor, encoded: &[u8]) -> Result<Value, String> {
    let message =
        DynamicMessage::decode(descriptor.clone(), encoded).map_err(|error| error.to_string())?;
    serde_json::to_value(&message).map_err(|error| error.to_string())
}

fn report(line: &Value) {
    println!("{line}");
}
