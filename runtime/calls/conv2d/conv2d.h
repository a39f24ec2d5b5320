// 2-D convolutions.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/result_steps.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

/// The terms of float sums: the products of their definition, or fewer of transformed tiles
/// (numerics/windows/tiled_conv2d.h).
enum class Conv2dSums : uint8_t { Direct, Tiles };

struct Conv2dCall {
  static constexpr std::string_view family = "conv2d";
  static constexpr size_t results = 1;
  static constexpr bool sumsInOwnOrder = true;
  Conv2dShape shape;
  Extent samples;
  Factor input;   // NHWC
  Factor weights; // OIHW, no wider than the input
  CallEpilogue epilogue;
  Conv2dSums sums = Conv2dSums::Direct; // Tiles: of canUseTiles
};
QRT_FIELDS(Conv2dCall, shape, samples, input, weights, epilogue, sums)

/// Returns whether the sums may use tiles: constant weights, F32 factors and a shape that has
/// tiles.
bool canUseTiles(const Conv2dCall &);
/// Returns whether tiles make such a call faster on the host.
bool gainsByTiles(const Conv2dCall &);
bool hasOtherTerms(const Conv2dCall &);
Status check(const CallCheck &, const Conv2dCall &);
bool isPerSample(const SampleParts &, const Conv2dCall &);
std::optional<ResultSteps> resultSteps(const Conv2dCall &);
void run(const HostRun &, const Conv2dCall &);
Prepared prepare(const HostLoad &, const Conv2dCall &);
/// Returns whether prepare packs the weights; else each run does.
bool isPackedAtLoad(const Conv2dCall &);
/// Returns a key of all that packing depends on, except the weights themselves.
std::string packingKey(const Execution &, const Conv2dCall &);

} // namespace qrt
