// A QuantPolicy tells how each layer is quantized: the profile's defaults, what a user says of all
// layers and of single ones, and who said it.
#pragma once

#include "passes/quantize/policy/policy_file.h"
#include "passes/quantize/policy/profile.h"

#include "ir/values/keys.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace qopt {

/// Answers of a layer, or of a value: of who makes it, an argument being a layer. Who speaks later
/// is heard first: the profile, what the user says of all layers, what files say of single ones.
class QuantPolicy {
public:
  /// `general` holds for every layer; without a `region` or `fusing` there are the profile's.
  QuantPolicy(const Profile &profile, const LayerPolicy &general,
              std::optional<QuantizedRegion> region, std::optional<Fusing> fusing = std::nullopt);

  /// Takes what `file` says of single layers as `origin`'s word; its ranges become nn.range. Empty,
  /// or what is wrong.
  std::string apply(const PolicyFile &file, mlir::func::FuncOp function,
                    const nn::ValuesByKey &values, llvm::StringRef origin);

  /// These policies leave nothing open.
  const LayerPolicy &ofAll() const { return common; }
  const LayerPolicy &of(mlir::Operation *op) const { return resolved(op); }
  const LayerPolicy &of(mlir::Value value) const { return resolved(makerOf(value)); }
  /// The bits that were said of this layer by name.
  std::optional<unsigned> bitsSaidOf(mlir::Operation *op) const;
  /// Bits or a scheme of its results were said of this layer by name.
  bool isStepSaidOf(mlir::Operation *op) const;
  /// Parameters that a user gave the value.
  std::optional<nn::QuantParams> scaleOf(mlir::Value value) const;
  struct GivenScale {
    nn::QuantParams params;
    std::string origin;
  };
  const llvm::MapVector<mlir::Value, GivenScale> &givenScales() const { return scales; }
  /// Returns the bits of this layer's weights, beside an input of `inputBits`: those that are said,
  /// or where these are more those that go with the input (P4).
  unsigned weightBitsOf(mlir::Operation *op, unsigned inputBits) const {
    const unsigned said = *of(op).weightBits;
    return said > inputBits ? qopt::weightBitsOf(profile, inputBits) : said;
  }
  bool integerBias() const { return profile.integerBias; }
  QuantizedRegion region() const { return quantized; }
  Fusing fusing() const { return fused; }
  bool fitsInterpreter() const { return profile.fitsInterpreter; }

private:
  /// One layer's: the part that was said of it by name, and all that holds for it.
  struct Named {
    LayerPolicy said, resolved;
  };

  static const void *makerOf(mlir::Value value);
  const LayerPolicy &resolved(const void *maker) const;
  std::string whyUnsuited(llvm::StringRef key, const LayerPolicy &said,
                          const LayerPolicy &resolved) const;

  const Profile &profile;
  QuantizedRegion quantized;
  Fusing fused;
  LayerPolicy common;
  llvm::DenseMap<const void *, Named> named; // by operation or argument
  llvm::MapVector<mlir::Value, GivenScale> scales;
};

} // namespace qopt
