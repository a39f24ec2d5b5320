// The quantization rule of a softmax, with a mask or without.
#pragma once

#include "ir/dialect.h"

namespace qopt::nn {

/// Float inside; steps are made of its result by the range that shares of 1 have (P5).
inline QuantizationRule softmaxRule() {
  QuantizationRule rule{ResultRule::StaysFloat, {OperandRole::Float}};
  rule.unsignedScale = 1.0 / 256; // of a quantize after it
  rule.signedScale = double(float(1.0 / 127));
  return rule;
}

} // namespace qopt::nn
