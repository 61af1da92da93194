// Command host is the plugin host of Velero 1.10. See internal/host for the protocol.
package main

import "example.io/velero-shim/interop/internal/host"

func main() { host.Main(nil) }
