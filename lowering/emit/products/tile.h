// A tile: the values that one item of a kernel holds, or one group of items that share them.
#pragma once

namespace qopt {

/// Values that one work-item, or one group, holds: `rows` pixels or matrix rows of
/// `vectors`·`width` neighbouring channels, taken `depth` inputs at a time.
/// Kernels without vectors hold a run of `vectors`·`width` values.
struct Tile {
  int rows = 1, vectors = 1, width = 1, depth = 1;
  constexpr int channels() const { return vectors * width; }
};

} // namespace qopt
