//! protoc's plugin for tonic: a request on standard input, the answer on standard output.

use std::io::{self, Read, Write};

use prost::Message;
use protoc_gen_prost::GeneratorResultExt;

fn main() -> io::Result<()> {
    let mut request = Vec::new();
    io::stdin().read_to_end(&mut request)?;
    let response = protoc_gen_tonic::execute(&request).unwrap_codegen_response();
    io::stdout().write_all(&response.encode_to_vec())
}
