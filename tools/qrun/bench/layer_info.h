// Writes what a program's layers run as: calls or kernels, what they read and write, how large
// weights are.
#pragma once

#include "runtime/format/program.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// Bytes of the distinct constants that a node reads, as the device holds them.
int64_t constantBytes(const qrt::Program &program, const qrt::Node &node, int64_t batch);

/// The attribute "layers" of the open object: [{"name", "nodes": [{"runs_as", "call", "note",
/// "inputs": [{"value", "type", "shape"}], "outputs", "weight_bytes", and of kernels "global",
/// "local", "local_bytes"}]}], in the program's order. "call" is the call's key, which tuning and
/// tests know it by; shapes are physical, at `batch`; "note" says why a node is there that no layer
/// asks for.
void writeLayerInfo(llvm::json::OStream &json, const qrt::Program &program, int64_t batch);

} // namespace qopt::run
