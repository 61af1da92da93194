#![doc = include_str!("../README.md")]

/// Version 1 of every kind but ItemBlockAction, the plugin lister, and what all kinds share.
pub mod generated {
    include!("velero_plugin/generated.rs");
}

/// The services that a go-plugin host calls.
pub mod plugin {
    include!("velero_plugin/plugin.rs");
}

/// ItemBlockAction.
pub mod v1 {
    include!("velero_plugin/v1.rs");
}

/// Version 2 of BackupItemAction and RestoreItemAction.
pub mod v2 {
    include!("velero_plugin/v2.rs");
}
