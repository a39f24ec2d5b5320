#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/types/halves.h"
#include "runtime/numerics/windows/depthwise.h"
#include "runtime/numerics/windows/pointwise_rows.h"
#include "runtime/numerics/windows/tiled_conv2d.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace qrt {

namespace {

/// The way in which blocks of output rows read their input. Staged: rows of a padded copy,
/// one group's channels only. Direct: the tensor itself.
struct Access {
  bool direct;
  int64_t pixelBytes, rowBytes;
  int64_t stagedColumns; // pixels of a staged row
};

Access chooseAccess(const Conv2dShape &shape, const PackedWeights &packed) {
  const Window2d &w = shape.window;
  int64_t reach[2];
  bool padded = false;
  for (int d = 0; d < 2; ++d) {
    reach[d] = (shape.out[d] - 1) * w.stride[d] + (w.kernel[d] - 1) * w.dilation[d] + 1;
    padded |= w.padBegin[d] > 0 || reach[d] - w.padBegin[d] > shape.in[d];
  }
  Access access;
  access.direct = !padded && shape.groups == 1 && !shape.inPitch && !packed.mustStage();
  access.pixelBytes = shape.inChannels / shape.groups * packed.stagedWidth;
  access.stagedColumns = access.direct ? shape.in[1] : reach[1];
  access.rowBytes = access.stagedColumns * access.pixelBytes;
  return access;
}

/// One call's problem, shared by its threads.
struct Conv {
  const Execution &execution;
  const Conv2dShape &shape;
  const PackedWeights &packed;
  QuantizedInput input;
  std::span<const int32_t> init;
  int pad; // as staged
  const char *x;
  const BlockProgram &program;
  const Epilogue &epilogue;
  Access access;
  BlockShape block;
  int64_t rowsPerItem = 1, rowBlocks = 1, columnSplits = 1; // an item has so many rows at most
  std::vector<int64_t> segmentOffsets;
  std::vector<int64_t> rowOffsets; // of an item's pixels

  bool sharesWeights(int64_t samples, int64_t threads) const;
  void chooseItems(int64_t samples);
  void run(int64_t samples);
};

/// The piece of work of one thread at a time.
struct Item {
  int64_t sample, rowBlock, group, split;
};

class ConvWorker {
public:
  explicit ConvWorker(const Conv &conv)
      : conv(conv),
        product(conv.packed, conv.init, conv.block,
                EpilogueRunner(conv.program, conv.epilogue, conv.shape.out[0] * conv.shape.out[1],
                               conv.shape.outChannels)) {}

  void run(const Item &item) {
    int64_t first = conv.shape.out[0] * item.rowBlock / conv.rowBlocks;
    int64_t last = conv.shape.out[0] * (item.rowBlock + 1) / conv.rowBlocks;
    const char *base = source(item, first, last);
    int64_t pixels = (last - first) * conv.shape.out[1];
    size_t panels = conv.packed.panels.size();
    size_t begin = panels * size_t(item.split) / size_t(conv.columnSplits);
    size_t end = panels * size_t(item.split + 1) / size_t(conv.columnSplits);
    product.run({.sample = item.sample,
                 .pixel = first * conv.shape.out[1],
                 .channel = item.group * conv.packed.columns},
                {base, {conv.rowOffsets.data(), size_t(pixels)}, conv.segmentOffsets}, item.group,
                begin, end);
  }

private:
  const char *source(const Item &item, int64_t first, int64_t last);
  void stageRow(const Item &item, int64_t y, char *target);
  /// Padding: only Dot8 pads with something else than zero, and its elements are bytes.
  void fillStaged(char *target, int64_t elements) {
    std::memset(target, conv.pad, size_t(elements * conv.packed.stagedWidth));
  }

  const Conv &conv;
  BlockProduct product;
  Scratch staged;
  Item stagedItem{-1, -1, -1, -1};
};

/// Input row `y` of the item's sample and group, with its padding.
void ConvWorker::stageRow(const Item &item, int64_t y, char *target) {
  const Conv2dShape &shape = conv.shape;
  const PackedWeights &packed = conv.packed;
  int64_t width = conv.access.stagedColumns, channels = shape.inChannels / shape.groups;
  if (y < 0 || y >= shape.in[0])
    return fillStaged(target, width * channels);
  int64_t left = std::min(shape.window.padBegin[1], width);
  int64_t inside = std::clamp<int64_t>(width - left, 0, shape.in[1]);
  int64_t right = width - left - inside;
  fillStaged(target, left * channels);
  target += left * channels * packed.stagedWidth;
  int64_t bytes = int64_t(byteWidth(conv.input.type));
  const char *x = conv.x + ((item.sample * shape.in[0] + y) * shape.in[1] * shape.pixelPitch() +
                            item.group * channels) *
                               bytes;
  StageFn stage = stageKernels(packed.isa).stage[int(packed.stage)][int(conv.input.type)];
  if (shape.groups == 1 && !shape.inPitch) {
    stage(target, x, inside * channels, conv.input.zeroPoint);
  } else {
    for (int64_t i = 0; i < inside; ++i)
      stage(target + i * channels * packed.stagedWidth, x + i * shape.pixelPitch() * bytes,
            channels, conv.input.zeroPoint);
  }
  fillStaged(target + inside * channels * packed.stagedWidth, right * channels);
}

/// Returns the window of the first output pixel of rows [first, last): in the input if it can be
/// read in place, else in rows that are staged here.
const char *ConvWorker::source(const Item &item, int64_t first, int64_t last) {
  const Conv2dShape &shape = conv.shape;
  const Window2d &window = shape.window;
  int64_t top = first * window.stride[0] - window.padBegin[0];
  if (conv.access.direct)
    return conv.x + (item.sample * shape.in[0] + top) * conv.access.rowBytes;
  if (stagedItem.sample == item.sample && stagedItem.rowBlock == item.rowBlock &&
      stagedItem.group == item.group)
    return staged.as<char>();
  stagedItem = item;
  int64_t count =
      (last - first - 1) * window.stride[0] + (window.kernel[0] - 1) * window.dilation[0] + 1;
  // The last unit of the last run may read up to three bytes more.
  size_t bytes = size_t(count * conv.access.rowBytes);
  char *target = static_cast<char *>(staged.reserve(bytes + 4));
  for (int64_t i = 0; i < count; ++i)
    stageRow(item, top + i, target + i * conv.access.rowBytes);
  std::memset(target + bytes, 0, 4);
  return target;
}

bool Conv::sharesWeights(int64_t samples, int64_t threads) const {
  const int64_t pixels = shape.out[0] * shape.out[1];
  const int64_t ofPixel = shape.inChannels * int64_t(byteWidth(input.type)) +
                          shape.outChannels * int64_t(byteWidth(program.program.resultType));
  return access.direct && samples == 1 && canShareWeights(packed, pixels * ofPixel, threads);
}

void Conv::chooseItems(int64_t samples) {
  constexpr int64_t stripBytes = 64 * 1024, smallWork = 4 << 20, leastPixels = 6;
  int64_t threads = execution.pool ? execution.pool->threads() : 1;
  if (sharesWeights(samples, threads)) {
    rowsPerItem = shape.out[0];
    columnSplits = std::min(int64_t(packed.panels.size()), 2 * threads);
    return;
  }
  int64_t height = shape.out[0];
  int64_t perRow = std::max<int64_t>(1, access.rowBytes * shape.window.stride[0]);
  int64_t rows = std::max<int64_t>(stripBytes / perRow, 48 / shape.out[1]);
  rows = std::clamp<int64_t>(rows, 1, height);
  // Small layers take one item a thread: more of them cost more than they level. And no item has
  // fewer pixels than keep the multipliers busy.
  int64_t work = samples * height * shape.out[1] * shape.outChannels * packed.segments * packed.run;
  int64_t wanted = threads == 1 ? 1 : work < smallWork ? threads : 4 * threads;
  wanted = std::min(wanted, std::max(threads, samples * height * shape.out[1] / leastPixels));
  int64_t blocks = (height + rows - 1) / rows, others = samples * shape.groups;
  blocks = std::max(blocks, (wanted + others - 1) / others);
  if (others % threads) // as many items for each
    blocks = (blocks + threads - 1) / threads * threads;
  rowBlocks = std::min(blocks, height);
  rowsPerItem = (height + rowBlocks - 1) / rowBlocks;
  int64_t items = samples * shape.groups * rowBlocks;
  if (items < threads)
    columnSplits = std::min<int64_t>(int64_t(packed.panels.size()), (threads + items - 1) / items);
}

void Conv::run(int64_t samples) {
  const Window2d &window = shape.window;
  bool rowwise = packed.segments == window.kernel[0];
  for (int64_t ky = 0; ky < window.kernel[0]; ++ky)
    for (int64_t kx = 0; kx < (rowwise ? 1 : window.kernel[1]); ++kx)
      segmentOffsets.push_back(ky * window.dilation[0] * access.rowBytes +
                               kx * window.dilation[1] * access.pixelBytes);
  chooseItems(samples);
  for (int64_t y = 0; y < rowsPerItem; ++y)
    for (int64_t x = 0; x < shape.out[1]; ++x)
      rowOffsets.push_back(y * window.stride[0] * access.rowBytes +
                           x * window.stride[1] * access.pixelBytes);
  int64_t count = samples * rowBlocks * shape.groups * columnSplits;
  auto body = [&](int64_t begin, int64_t end) {
    ConvWorker worker(*this);
    for (int64_t i = begin; i < end; ++i) {
      int64_t rest = i / columnSplits;
      worker.run({rest / shape.groups / rowBlocks, rest / shape.groups % rowBlocks,
                  rest % shape.groups, i % columnSplits});
    }
  };
  execution.parallelFor(count, 1, body);
}

int64_t weightIndex(const Conv2dShape &shape, int64_t o, int64_t i, int64_t ky, int64_t kx) {
  int64_t channels = shape.inChannels / shape.groups;
  const Window2d &w = shape.window;
  return ((o * channels + i) * w.kernel[0] + ky) * w.kernel[1] + kx;
}

// Bytes less their zero points, −255 … 255, beside bytes: the kernels' pairs of 16 bits hold them.
[[maybe_unused]] bool isCentered(ElementType weights, ElementType input) {
  return weights == ElementType::I16 && is8Bit(input);
}

} // namespace

// k runs over (ky, kx, input channel): with channels last, the taps of one
// window row are one contiguous run, unless dilation spreads them.
PackedWeightsPtr packConv2d(const Execution &execution, const Conv2dShape &shape,
                            QuantizedInput input, QuantizedInput weightType, const void *weights,
                            PackedFor packedFor) {
  assert(isReadFactor(weightType.type, input.type) || isCentered(weightType.type, input.type));
  if (isDepthwise(shape, input))
    return packDepthwise(execution, shape, input, weightType, weights, packedFor);
  auto packed = std::make_shared<PackedWeights>(packedFor);
  const Window2d &window = shape.window;
  int64_t channels = shape.inChannels / shape.groups;
  bool rowwise = window.dilation[1] == 1 || window.kernel[1] == 1;
  packed->segments = window.kernel[0] * (rowwise ? 1 : window.kernel[1]);
  packed->run = channels * (rowwise ? window.kernel[1] : 1);
  chooseFamily(*packed, execution, input, weightType);
  packed->columns = shape.outChannels / shape.groups;
  packed->matrices = shape.groups;
  const int64_t columnStride = weightIndex(shape, 1, 0, 0, 0);
  auto locate = [=, columns = packed->columns](int64_t group, int64_t segment, int64_t k,
                                               int64_t column) -> PackedColumns {
    int64_t ky = rowwise ? segment : segment / window.kernel[1];
    int64_t kx = rowwise ? k / channels : segment % window.kernel[1];
    return {weightIndex(shape, group * columns + column, k % channels, ky, kx), columnStride};
  };
  packPanels(execution, *packed, {weightType.type, weights, weightType.zeroPoint, locate});
  return packed;
}

void conv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
            QuantizedInput input, const void *x, const PackedWeights &weights,
            const Epilogue &epilogue) {
  assert(input.type == weights.input.type);
  const ReadyProgram ready(weights.isa, epilogue);
  const BlockProgram &program = ready;
  if (weights.form == PackedForm::DepthwiseTaps || weights.form == PackedForm::DepthwiseQuads)
    return depthwiseConv2d(execution, shape, samples, input, x, weights, program, epilogue);
  if (weights.form == PackedForm::Tiles)
    return tiledConv2d(execution, shape, samples, x, weights, program, epilogue);
  std::vector<int32_t> ownInit;
  Access access = chooseAccess(shape, weights);
  Conv2dShape rows = shape;
  if (access.direct && isPointwise(shape)) { // a pixel a row: threads then have as many of them
    rows.in = rows.out = {shape.out[0] * shape.out[1], 1};
    access = chooseAccess(rows, weights);
  }
  Conv conv{execution,
            rows,
            weights,
            input,
            weights.initFor(input.zeroPoint, ownInit),
            int(weights.stagedPad(input.zeroPoint)),
            static_cast<const char *>(x),
            program,
            epilogue,
            access,
            chooseBlock(weights)};
  conv.run(samples);
}

} // namespace qrt
