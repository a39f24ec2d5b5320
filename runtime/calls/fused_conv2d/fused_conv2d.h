// A pointwise convolution followed by a depthwise one, which the host computes row by row; lowering
// makes one call of the two (docs/decisions/runtime/fused-convolutions.md).
#pragma once

#include "runtime/calls/conv2d/conv2d.h"

namespace qrt {

/// The second call reads the first one's result as its input only. That buffer is the call's own
/// scratch memory, written only if the two run one after the other.
struct FusedConv2dCall {
  static constexpr std::string_view family = "fused_conv2d";
  static constexpr size_t results = 2; // what lies between, and the second's
  static constexpr bool sumsInOwnOrder = true;
  static constexpr size_t scratch = 1;
  Conv2dCall first, second;
};
QRT_FIELDS(FusedConv2dCall, first, second)

/// Returns whether `second`, reading the result of `first`, may be computed row by row with it.
bool canFuse(const Conv2dCall &first, const Conv2dCall &second);
/// Returns whether `call` reads `buffer` as its input and nowhere else.
bool readsOnce(const Conv2dCall &call, uint32_t buffer);

Status check(const CallCheck &, const FusedConv2dCall &);
bool isPerSample(const SampleParts &, const FusedConv2dCall &);
std::optional<ResultSteps> resultSteps(const FusedConv2dCall &);
bool hasOtherTerms(const FusedConv2dCall &);
void run(const HostRun &, const FusedConv2dCall &);
Prepared prepare(const HostLoad &, const FusedConv2dCall &);

} // namespace qrt
