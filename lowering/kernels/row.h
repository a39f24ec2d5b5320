// What a kernel table says of one kernel. Each family of calls has its constexpr tables of rows
// (lowering/families/<family>/rows.h); selection, emission, tests and benches iterate them.
#pragma once

#include "runtime/numerics/types/fields.h"
#include "runtime/numerics/types/tensor.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace qopt {

/// A set of element types.
class TypeSet {
public:
  constexpr TypeSet() = default;
  constexpr TypeSet(std::initializer_list<qrt::ElementType> types) {
    for (qrt::ElementType type : types)
      bits |= 1u << unsigned(type);
  }
  template <typename Predicate> static constexpr TypeSet where(Predicate holds) {
    TypeSet set;
    for (qrt::ElementType type : qrt::allElementTypes)
      if (holds(type))
        set.bits |= 1u << unsigned(type);
    return set;
  }
  constexpr bool contains(qrt::ElementType type) const { return bits >> unsigned(type) & 1u; }

private:
  uint32_t bits = 0;
};

/// How constant weights lie in device memory; packing happens at load.
enum class WeightLayout : uint8_t {
  None,    // the kernel has no weights, or reads them as the program stores them
  Grouped, // conv: [group][ky][kx][in][out, padded to the tile]
  Columns, // matmul: [k][n, padded to the tile]
  Words,   // conv: [out, padded to the tile][ky][kx][in, padded as the input]
  Pixels,  // conv: [out][ky][8 pixels][4 channels]
  Factors, // conv: [part of 3×3][in, padded][16][out, padded], of Winograd's products
  Quads,   // bytes: Grouped or Columns with 1 to 4 neighbouring inputs in a word of 4
  Filters, // bytes, conv: [kx][out, padded to the tile][ky, padded to words of 4]
  Taps,    // conv, a filter for each channel: [ky][kx][out, padded to the tile]
};

/// Values that one work-item holds: `rows` pixels or matrix rows of
/// `vectors`·`width` neighbouring channels, taken `depth` inputs at a time.
/// Kernels without vectors hold a run of `vectors`·`width` values; with a space, at most so many.
struct Tile {
  int rows = 1, vectors = 1, width = 1, depth = 1;
  constexpr int channels() const { return vectors * width; }
};

/// What a row leaves open, chosen for each call and batch; a kernel reads what its family has.
/// Bounds stand in the kernels' files and in select/tensor_conv.cpp and select/depthwise.cpp.
struct KernelParameters {
  int pixels = 0, channels = 0;       // of a group's tile, or of an item
  int down = 1, across = 1, deep = 1; // warps
  int depth = 0;                      // bytes of inputs a step
  int stages = 0;                     // of local memory
  int pending = 0;                    // products that run on while the next step begins
  int blockRows = 0;                  // output rows of a group's block
  int resident = 0;                   // groups that shall fit a multiprocessor
  bool operator==(const KernelParameters &) const = default;
};
QRT_FIELDS(KernelParameters, pixels, channels, down, across, deep, depth, stages, pending,
           blockRows, resident)

/// The kernels of tensor_core.h, by what they take.
enum class TensorKernel : uint8_t {
  None,
  Tiled,    // conv2d_mma.cl
  Wide,     // conv2d_wgmma.cl
  Direct,   // conv2d_mma_direct.cl
  First,    // conv2d_mma_first.cl
  Winograd, // conv2d_winograd.cl
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
  bool wgmma = false;
  bool otherTerms = false; // of the program: FloatOrder::Fast
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
  TensorKernel tensor = TensorKernel::None;
  std::span<const KernelParameters> space = {}; // what heuristics try; empty: nothing is open
};

} // namespace qopt
