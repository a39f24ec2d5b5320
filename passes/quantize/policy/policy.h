// How each layer is quantized: the profile's defaults, what a user says of all layers and of single
// ones, and who said it.
#pragma once

#include "passes/quantize/policy/profile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>

namespace qopt {

/// What becomes of a layer: it stays float, for calibration to look at; it computes in float on
/// what quantization makes of its operands and results; it computes on integers, under ranges that
/// were measured, or under those of the run.
enum class LayerMode { Observe, Simulate, Quantize, Dynamic };

/// What somebody says of a layer; what is absent is left to who spoke before.
struct LayerChoice {
  std::optional<LayerMode> mode;
  std::optional<nn::Scheme> scheme;         // of its results
  std::optional<unsigned> bits, weightBits; // 8 or 16; 4, 8 or 16
  std::optional<bool> perChannel;           // scales of weights
};

/// What a policy file says: JSON, version 1.
///   {"version": 1,
///    "layers": {"<key>": {"mode": "observe" | "simulate" | "quantize" | "dynamic",
///                         "precision": "float" | "int8" | "int16",
///                         "scheme": "signs" | "signed" | "affine" | "mixed",
///                         "weights": "int4" | "int8" | "int16",
///                         "granularity": "tensor" | "channel"}},
///    "ranges": {"<key>": [min, max]},
///    "scales": {"<key>": {"type": "u8", "scale": 0.02, "zero_point": 3}}}
/// Every part may be absent; precision float is mode observe. Ranges override measured ones, scales
/// override ranges.
struct PolicyFile {
  std::map<std::string, LayerChoice> layers;
  std::map<std::string, std::pair<double, double>> ranges;
  std::map<std::string, nn::QuantParams> scales;
};
/// None, with `reason` filled in, where `text` is no such file.
std::optional<PolicyFile> parsePolicy(llvm::StringRef text, std::string &reason);

/// What the network's file says (nn.precisions), of layers that are still there: half precision is
/// no integer either.
PolicyFile policyOf(mlir::func::FuncOp entry);

/// How one layer is quantized.
struct LayerPolicy {
  LayerMode mode = LayerMode::Quantize;
  nn::Scheme scheme = nn::Scheme::Signs;
  unsigned bits = 8, weightBits = 8;
  bool perChannel = true;
  bool saysBits = false; // of this layer by name
  std::string origin;    // "profile qopt", "policy.json"
};

class Policy {
public:
  /// `choice` holds for every layer.
  Policy(const Profile &profile, const LayerChoice &choice);

  /// What the file says of single layers; its ranges become nn.range. Empty, or what is wrong.
  std::string apply(const PolicyFile &file, mlir::func::FuncOp function, llvm::StringRef path);

  const LayerPolicy &of(mlir::Operation *op) const;
  /// Of the layer that makes the value; an argument is one.
  const LayerPolicy &of(mlir::Value value) const;
  /// Parameters that a user gave the value.
  std::optional<nn::QuantParams> scaleOf(mlir::Value value) const;
  const llvm::DenseMap<mlir::Value, nn::QuantParams> &givenScales() const { return scales; }
  bool integerBias() const { return profile.integerBias; }
  QuantizedRegion region;
  const Profile &target() const { return profile; }

private:
  const Profile &profile;
  LayerPolicy common, commonFloat;
  llvm::DenseMap<mlir::Operation *, LayerPolicy> layers;
  llvm::DenseMap<mlir::Value, LayerPolicy> arguments;
  llvm::DenseMap<mlir::Value, nn::QuantParams> scales;
};

} // namespace qopt
