//! Asks a BackupItemAction v2 of a running plugin what it applies to: client SOCKET NAME.

use tonic::transport::Endpoint;
use velero_plugin_stubs::v2::backup_item_action_client::BackupItemActionClient;
use velero_plugin_stubs::v2::BackupItemActionAppliesToRequest;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let socket = arguments.next().ok_or("no socket")?;
    let plugin = arguments.next().ok_or("no name")?;

    let endpoint = Endpoint::from_shared(format!("unix:{socket}"))?;
    let mut client = BackupItemActionClient::new(endpoint.connect().await?);
    let request = BackupItemActionAppliesToRequest { plugin };
    let response = client.applies_to(request).await?.into_inner();
    let selector = response.resource_selector.unwrap_or_default();
    println!("{:?}", selector.included_resources);
    Ok(())
}
