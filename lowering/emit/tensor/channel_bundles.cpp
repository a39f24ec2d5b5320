#include "lowering/emit/tensor/channel_bundles.h"

#include "lowering/emit/rounding.h"

#include <algorithm>

namespace qopt {

constexpr int64_t chunk = 16;      // bytes that are copied at once, from a multiple of as many
constexpr int64_t lane = 8;        // channels that a lane writes side by side
constexpr int64_t leastWidth = 32; // channels of a tile

// A bundle's slice begins at a multiple of 16 bytes, and what its begin takes on comes again after
// 16 bundles at most.
static int64_t widestSlice(int64_t inputBytes, int64_t pixelBytes) {
  int64_t widest = 0;
  for (int64_t begin = 0, i = 0; begin < pixelBytes && i < chunk; begin += inputBytes, ++i) {
    const int64_t end = std::min(begin + inputBytes, pixelBytes);
    widest = std::max(widest, roundUp(end, chunk) - begin / chunk * chunk);
  }
  return widest;
}

static ChannelBundles bundlesOfSo(const qrt::Conv2dShape &shape, int64_t elementBytes,
                                  int64_t groups) {
  const int64_t inputBytes = groups * (shape.inChannels / shape.groups) * elementBytes;
  return {groups, groups * (shape.outChannels / shape.groups), inputBytes,
          widestSlice(inputBytes, shape.inChannels * elementBytes)};
}

double multipliedBytes(const ChannelBundles &bundles) {
  return double(roundUp(bundles.channels, leastWidth) * bundles.sliceBytes) /
         double(bundles.channels);
}

std::optional<ChannelBundles> bundlesOf(const qrt::Conv2dShape &shape, int64_t elementBytes,
                                        OtherInputs others) {
  std::optional<ChannelBundles> best;
  const int64_t most = others == OtherInputs::LeftOut ? 1 : shape.groups;
  for (int64_t groups = 1; groups <= most; ++groups) {
    const ChannelBundles bundles = bundlesOfSo(shape, elementBytes, groups);
    if (others == OtherInputs::LeftOut && bundles.inputBytes % chunk != 0)
      continue;
    if (bundles.channels % lane != 0 && groups != shape.groups)
      continue;
    if (!best || multipliedBytes(bundles) <= multipliedBytes(*best))
      best = bundles;
  }
  return best;
}

} // namespace qopt
