// A policy file speaks of single layers and values by their keys; so does the network's own file.
#pragma once

#include "ir/values/keys.h"
#include "passes/quantize/policy/layer_policy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace qopt {

/// A policy file, as read. The file is JSON, version 1:
///   {"version": 1,
///    "layers": {"<key>": {"mode": "observe" | "simulate" | "quantize" | "dynamic",
///                         "precision": "float" | "int8" | "int16",
///                         "scheme": "signs" | "signed" | "affine" | "mixed",
///                         "weights": "int2" | "int3" | "int4" | "int7" | "int8" | "int16",
///                         "granularity": "tensor" | "channel",
///                         "attention": "float" | "integer"}},
///    "ranges": {"<key>": [min, max]},
///    "scales": {"<key>": {"type": "u8", "scale": 0.02, "zero_point": 3}}}
/// Every part may be absent; precision float is mode observe. Ranges override measured ones, scales
/// override ranges.
struct PolicyFile {
  std::map<std::string, LayerPolicy> layers;
  std::map<std::string, std::pair<double, double>> ranges;
  std::map<std::string, nn::QuantParams> scales;
};

/// None, with `reason` filled in, where `text` is no such file.
std::optional<PolicyFile> parsePolicy(llvm::StringRef text, std::string &reason);
/// The same of the file at `path`.
std::optional<PolicyFile> readPolicyFile(llvm::StringRef path, std::string &reason);

/// The policy that the network's file states (nn.precisions), of layers that are still there: half
/// precision is no integer either.
PolicyFile statedPolicy(mlir::func::FuncOp entry, const nn::ValuesByKey &values);

} // namespace qopt
