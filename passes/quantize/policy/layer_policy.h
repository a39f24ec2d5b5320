// A layer policy holds what somebody says of how a layer is quantized.
#pragma once

#include "ir/types/quant_params.h"
#include "passes/quantize/policy/attention_form.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace qopt {

/// A layer has one of these modes: it stays float, for calibration to look at; it computes in float
/// on what quantization makes of its operands and results; it computes on integers, under ranges
/// that were measured, or under those of the run.
enum class LayerMode { Observe, Simulate, Quantize, Dynamic };

/// "float" or "integer"; none of another word.
std::optional<AttentionForm> attentionFormOf(llvm::StringRef name);

/// An absent member is left to whoever spoke before.
struct LayerPolicy {
  std::optional<LayerMode> mode;
  std::optional<nn::Scheme> scheme; // of its results
  std::optional<unsigned> bits;     // 8 or 16, of its results
  std::optional<unsigned>
      weightBits;                 // 2, 3, 4, 7, 8 or 16; as goes with `bits` where these are said
  std::optional<bool> perChannel; // scales of weights
  std::optional<AttentionForm> attention;
  std::string origin; // "profile qopt", "policy.json"

  /// This, and over it what `later` says.
  LayerPolicy overlaid(const LayerPolicy &later) const;
};

} // namespace qopt
