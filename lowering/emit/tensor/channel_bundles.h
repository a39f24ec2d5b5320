// Groups of a convolution as tiles of channels take them: neighbouring groups make a bundle, which
// reads one slice of each pixel, and whose filters are as wide as the slice, 0 where another
// group's inputs lie (docs/decisions/lowering/groups-in-bundles.md).
#pragma once

#include "runtime/numerics/windows/conv2d.h"

#include <optional>

namespace qopt {

/// Inputs of other groups of the bundle, times 0: of numbers that adds nothing, of an infinity it
/// makes NaN.
enum class OtherInputs { TimesZero, LeftOut };

struct ChannelBundles {
  int64_t groups = 1;     // of a bundle; the last one may have fewer
  int64_t channels = 0;   // results of a bundle
  int64_t inputBytes = 0; // from one bundle's inputs to the next one's
  int64_t sliceBytes = 0; // of a pixel, from a multiple of 16: the widest that a bundle reads

  bool operator==(const ChannelBundles &) const = default;
};

/// Returns the bundles for which the least is multiplied and, of these, the widest. None where
/// others' inputs are to be left out and 16 bytes hold several groups'.
std::optional<ChannelBundles> bundlesOf(const qrt::Conv2dShape &shape, int64_t elementBytes,
                                        OtherInputs others);

/// Bytes of inputs that a result's tap multiplies, zeros among them.
double multipliedBytes(const ChannelBundles &bundles);

} // namespace qopt
