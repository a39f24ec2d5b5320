// What a kernel table says of one kernel. Each family of calls has its constexpr tables of rows
// (lowering/families/<family>/rows.h); selection, emission, tests and benches iterate them.
#pragma once

#include "lowering/emit/products/tile.h"
#include "lowering/kernels/parameters.h"
#include "lowering/kernels/type_set.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace qopt {

/// How constant weights lie in device memory; packing happens at load.
enum class WeightLayout : uint8_t {
  None,    // the kernel has no weights, or reads them as the program stores them
  Grouped, // conv: [group][ky][kx][in][out, padded to the tile]
  Columns, // matmul: [k][n, padded to the tile]
  Words,   // conv: [out, padded to the tile][ky][kx][in, padded as the input]
  Quads,   // bytes: Grouped or Columns with 1 to 4 neighbouring inputs in a word of 4
  Filters, // bytes, conv: [kx][out, padded to the tile][ky, padded to words of 4]
  Taps,    // conv, a filter for each channel: [ky][kx][out, padded to the tile]
};

/// Pools of bytes that vectors take, channels side by side.
enum class PoolForm : uint8_t {
  Any,
  Largest,    // max_pool_vector.cl: the result is what it was
  WholeImage, // average_pool_vector.cl: to bytes by one multiplier
};

enum class LaunchRule : uint8_t {
  ItemPerTile,    // items cover the output; the group size is free to shrink
  GroupPerResult, // a group shares local memory: its size is fixed
};

enum class DeviceKind : uint8_t { Any, Cpu, Gpu };

struct Needs {
  DeviceKind device = DeviceKind::Any;
  int64_t localBytes = 0;        // local memory of one group
  int64_t channels = 1;          // at least so many contiguous output channels
  int64_t reduced = 1;           // at least so many values per result
  int64_t reducedAtMost = 0;     // if not 0
  bool inOrder = false;          // floats whose sums or products have one order, along a row
  int64_t column = 0;            // of a reduction of several columns: at least so many values
  bool turned = false;           // of a copy: neighbours of what is read lie apart in the result
  int64_t rows = 1;              // at least so many of each matrix
  bool constantWeights = false;  // packed at load; matmul: one B for all matrices
  bool symmetricWeights = false; // i8, zero point 0
  bool byteDots = false;         // of the device: DeviceDescription::vnni
  bool oneGroup = false;         // of a convolution
  int computeCapability = 0;     // of NVIDIA's devices
  PoolForm pool = PoolForm::Any;
  bool depthwise = false; // of a convolution: a filter for each channel
  int64_t filterRows = 0; // of a convolution: at most so many rows of a window, if not 0
};

struct KernelRow {
  std::string_view name; // unique over all tables
  std::string_view entry;
  std::array<std::string_view, 2> files; // in order of text; the first may be ""
  std::string_view middle = {};          // a file between the generated functions and the last
  TypeSet inputs;                        // of what the call reads
  WeightLayout weights = WeightLayout::None;
  Tile tile;
  LaunchRule launch = LaunchRule::ItemPerTile;
  uint32_t workGroup = 1; // items in dimension 0
  int64_t inputPitch = 1; // reads integer pixels padded to a multiple; its weights are 0 there
  Needs needs;
  std::span<const KernelParameters> space = {}; // what heuristics try; empty: nothing is open
};

} // namespace qopt
