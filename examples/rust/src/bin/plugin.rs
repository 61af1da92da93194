//! A Velero plugin on the stubs and tonic: a BackupItemAction v1 that labels pods.

use std::error::Error;
use std::process::exit;
use std::time::Duration;

use serde_json::{json, Value};
use tokio::net::UnixListener;
use tokio::signal::unix::{signal, SignalKind};
use tokio::sync::mpsc;
use tokio_stream::wrappers::{ReceiverStream, UnixListenerStream};
use tonic::transport::Server;
use tonic::{Request, Response, Status, Streaming};
use tonic_health::ServingStatus;
use velero_plugin_stubs::generated::backup_item_action_server::{
    BackupItemAction, BackupItemActionServer,
};
use velero_plugin_stubs::generated::plugin_lister_server::{PluginLister, PluginListerServer};
use velero_plugin_stubs::generated::{self, *};
use velero_plugin_stubs::plugin::grpc_broker_server::{GrpcBroker, GrpcBrokerServer};
use velero_plugin_stubs::plugin::grpc_controller_server::{GrpcController, GrpcControllerServer};
use velero_plugin_stubs::plugin::grpc_stdio_server::{GrpcStdio, GrpcStdioServer};
use velero_plugin_stubs::plugin::{self, ConnInfo, StdioData};

const NAME: &str = "example.io/label-by-rust";
const LIMIT: usize = i32::MAX as usize;

struct Action;

#[tonic::async_trait]
impl BackupItemAction for Action {
    async fn applies_to(
        &self,
        request: Request<BackupItemActionAppliesToRequest>,
    ) -> Result<Response<BackupItemActionAppliesToResponse>, Status> {
        must_be_known(&request.get_ref().plugin)?;
        let selector = ResourceSelector {
            included_resources: vec!["pods".into()],
            ..Default::default()
        };
        Ok(Response::new(BackupItemActionAppliesToResponse {
            resource_selector: Some(selector),
        }))
    }

    async fn execute(
        &self,
        request: Request<ExecuteRequest>,
    ) -> Result<Response<ExecuteResponse>, Status> {
        let request = request.into_inner();
        must_be_known(&request.plugin)?;
        parse(&request.backup)?;
        let mut item = parse(&request.item)?;
        match item.pointer_mut("/metadata") {
            Some(Value::Object(metadata)) => {
                let labels = metadata.entry("labels").or_insert_with(|| json!({}));
                labels["example.io/labelled-by"] = json!("rust");
            }
            _ => return Err(Status::unknown("the item has no metadata")),
        }
        Ok(Response::new(ExecuteResponse {
            item: item.to_string().into_bytes(),
            additional_items: vec![],
        }))
    }
}

fn must_be_known(plugin: &str) -> Result<(), Status> {
    if plugin == NAME {
        return Ok(());
    }
    let text = format!("plugin: {plugin} was not found or has an invalid name format");
    Err(Status::unknown(text))
}

fn parse(raw: &[u8]) -> Result<Value, Status> {
    serde_json::from_slice(raw).map_err(|error| Status::unknown(error.to_string()))
}

struct Lister;

#[tonic::async_trait]
impl PluginLister for Lister {
    async fn list_plugins(
        &self,
        _: Request<generated::Empty>,
    ) -> Result<Response<ListPluginsResponse>, Status> {
        let plugin = PluginIdentifier {
            command: std::env::args().next().unwrap_or_default(),
            kind: "BackupItemAction".into(),
            name: NAME.into(),
        };
        Ok(Response::new(ListPluginsResponse {
            plugins: vec![plugin],
        }))
    }
}

/// What a go-plugin host asks: it keeps both streams open and ends the plugin by Shutdown.
struct Host(mpsc::Sender<()>);

/// A stream on which nothing is sent, open until the host closes it.
fn silent<T: Send + 'static>() -> Response<ReceiverStream<Result<T, Status>>> {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move { sender.closed().await });
    Response::new(ReceiverStream::new(receiver))
}

#[tonic::async_trait]
impl GrpcController for Host {
    async fn shutdown(&self, _: Request<plugin::Empty>) -> Result<Response<plugin::Empty>, Status> {
        let _ = self.0.try_send(());
        Ok(Response::new(plugin::Empty {}))
    }
}

#[tonic::async_trait]
impl GrpcStdio for Host {
    type StreamStdioStream = ReceiverStream<Result<StdioData, Status>>;

    async fn stream_stdio(
        &self,
        _: Request<()>,
    ) -> Result<Response<Self::StreamStdioStream>, Status> {
        Ok(silent())
    }
}

#[tonic::async_trait]
impl GrpcBroker for Host {
    type StartStreamStream = ReceiverStream<Result<ConnInfo, Status>>;

    async fn start_stream(
        &self,
        _: Request<Streaming<ConnInfo>>,
    ) -> Result<Response<Self::StartStreamStream>, Status> {
        Ok(silent())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    if std::env::var("VELERO_PLUGIN").as_deref() != Ok("hello") {
        eprintln!("This is a Velero plugin: Velero starts it.");
        exit(1);
    }
    let parent = std::env::var_os("PLUGIN_UNIX_SOCKET_DIR").filter(|path| !path.is_empty());
    let parent = parent.map_or_else(std::env::temp_dir, Into::into);
    let folder = tempfile::tempdir_in(parent)?; // removed when main ends
    let socket = folder.path().join("socket");
    let listener = UnixListener::bind(&socket)?;

    let (health, health_service) = tonic_health::server::health_reporter();
    health
        .set_service_status("plugin", ServingStatus::Serving)
        .await;
    let (shutdown, mut ended) = mpsc::channel(1);
    let server = Server::builder()
        .add_service(health_service)
        .add_service(GrpcControllerServer::new(Host(shutdown.clone())))
        .add_service(GrpcStdioServer::new(Host(shutdown.clone())))
        .add_service(GrpcBrokerServer::new(Host(shutdown)))
        .add_service(PluginListerServer::new(Lister))
        .add_service(
            BackupItemActionServer::new(Action)
                .max_decoding_message_size(LIMIT)
                .max_encoding_message_size(LIMIT),
        )
        .serve_with_incoming(UnixListenerStream::new(listener));

    // A terminal sends SIGINT to the host's whole group: having asked for it, the process survives it.
    let _interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    println!("1|2|unix|{}|grpc|", socket.display());
    tokio::select! {
        result = server => result?,
        _ = terminate.recv() => {}
        _ = async { ended.recv().await; tokio::time::sleep(Duration::from_millis(50)).await } => {}
    }
    Ok(())
}
