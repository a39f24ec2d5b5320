#include "runtime/numerics/windows/depthwise.h"
#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/types/halves.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/depthwise/depthwise_kernels.h"
#include "runtime/numerics/windows/row_worker.h"
#include "runtime/numerics/windows/tap_kernels.h"
#include "runtime/numerics/windows/window_sweep.h"

#include <cmath>
#include <cstring>

namespace qrt {

bool isDepthwise(const Conv2dShape &shape, QuantizedInput input) {
  return shape.groups > 1 && shape.groups == shape.inChannels && !shape.inPitch &&
         shape.groups == shape.outChannels && input.type != ElementType::I16;
}

/// Returns whether the window's bytes are summed as f32. Quads, woven once for a row, are faster
/// for other windows, which are larger or share less; for one row they would be three quarters
/// empty.
static bool isOfBytesAsF32(const Window2d &window) {
  if (window.kernel[0] == 1)
    return window.kernel[1] <= 512; // whose sums f32 holds
  const int64_t size = window.kernel[0] == window.kernel[1] ? window.kernel[0] : 0;
  const int64_t stride = window.stride[1];
  if (window.dilation[1] > 1)
    return size == 3 && stride == 1;
  return (size == 3 || size == 5) && stride <= 2;
}

/// Weights minus a zero point need nine bits, which only f32 has; f32 then holds the sums of half
/// as many taps in a row.
static bool isCenteredByRows(const Window2d &window, QuantizedInput weightType) {
  return is8Bit(weightType.type) && isOfBytesAsF32(window) &&
         (window.kernel[0] > 1 || window.kernel[1] <= 256);
}
static bool isSignedByte(QuantizedInput weightType) {
  return weightType.type == ElementType::I8 && !weightType.zeroPoint;
}

bool mayHaveRows(const Window2d &window, QuantizedInput input, QuantizedInput weightType) {
  // Limits of a thread's buffers; `longest` is the columns from the first tap to the last.
  constexpr int64_t mostRows = 64, mostTaps = 4096, longest = 512;
  if (window.kernel[0] > mostRows || window.kernel[0] * window.kernel[1] > mostTaps ||
      window.dilation[1] > longest / window.kernel[1])
    return false;
  if (window.stride[1] >
      (window.kernel[1] - 1) * window.dilation[1] + 1) // columns that nobody reads
    return false;
  const bool bytes =
      is8Bit(input.type) && (isSignedByte(weightType) || isCenteredByRows(window, weightType));
  return bytes || input.type == ElementType::F32 || isHalf(input.type);
}

namespace {

/// Returns the rows that `kernels` have for the window and these types; null: none.
DepthwiseFn rowsFor(const DepthwiseKernels &kernels, const Window2d &window, QuantizedInput input,
                    QuantizedInput weightType, FloatOrder order) {
  if (!mayHaveRows(window, input, weightType))
    return nullptr;
  if (isFloat(input.type))
    return kernels.floats[int(input.type)][order != FloatOrder::Fixed];
  const bool takesQuads = isSignedByte(weightType);
  if (isOfBytesAsF32(window) && kernels.bytesAsF32 && !(kernels.hasQuadProducts && takesQuads))
    return kernels.bytesAsF32;
  return takesQuads ? kernels.quads : nullptr;
}

/// Taps outermost, channels contiguous, each a `Value`. False: not all are finite.
template <class Value>
bool packTaps(PackedWeights &packed, const Conv2dShape &shape, QuantizedInput weightType,
              const void *weights) {
  int64_t taps = shape.window.kernel[0] * shape.window.kernel[1];
  packed.data.reserve(size_t(taps * shape.inChannels * 4));
  bool isFinite = true;
  visitElementType(weightType.type, [&](auto tag) {
    using Weight = typename decltype(tag)::Storage;
    for (int64_t tap = 0; tap < taps; ++tap)
      for (int64_t c = 0; c < shape.inChannels; ++c) {
        Value value = Value(static_cast<const Weight *>(weights)[c * taps + tap]) -
                      Value(weightType.zeroPoint);
        isFinite &= std::isfinite(float(value));
        packed.data.as<Value>()[tap * shape.inChannels + c] = value;
      }
  });
  return isFinite;
}

/// Packs quads of bytes as DepthwiseArgs describes; `block` channels lie together.
void packQuads(PackedWeights &packed, const Conv2dShape &shape, const int8_t *weights,
               int64_t block) {
  const auto [height, width] = shape.window.kernel;
  const int64_t quads = (height + 3) / 4;
  const size_t bytes = size_t(packed.paddedColumns * quads * width * 4);
  packed.data.reserve(bytes);
  std::memset(packed.data.as<void>(), 0, bytes);
  for (int64_t c = 0; c < shape.inChannels; ++c)
    for (int64_t ky = 0; ky < height; ++ky)
      for (int64_t kx = 0; kx < width; ++kx) {
        const int64_t tap = (c / block * quads + ky / 4) * width + kx;
        packed.data.as<int8_t>()[(tap * block + c % block) * 4 + ky % 4] =
            weights[(c * height + ky) * width + kx];
      }
}

void sumWeights(PackedWeights &packed, const Conv2dShape &shape, QuantizedInput weightType,
                const void *weights, int64_t block) {
  packed.paddedColumns = (shape.inChannels + block - 1) / block * block;
  packed.negatedSums.assign(size_t(packed.paddedColumns), 0);
  const int64_t taps = shape.window.kernel[0] * shape.window.kernel[1];
  visitElementType(weightType.type, [&](auto tag) {
    const auto *values = static_cast<const typename decltype(tag)::Storage *>(weights);
    for (int64_t c = 0; c < shape.inChannels; ++c)
      for (int64_t tap = 0; tap < taps; ++tap)
        packed.negatedSums[size_t(c)] -= int32_t(values[c * taps + tap]) - weightType.zeroPoint;
  });
}

/// For the rows of bytes, which read them as they are.
void packBytes(PackedWeights &packed, const Conv2dShape &shape, QuantizedInput weightType,
               const void *weights) {
  const bool areQuads = packed.depthwiseRows == depthwiseKernels(packed.isa).quads;
  const int64_t block = (areQuads ? 4 : 1) * gemmKernels(packed.isa).vectorLanes;
  packed.stage = packed.input.type == ElementType::I8 ? StageKind::FlipSign8 : StageKind::Copy;
  sumWeights(packed, shape, weightType, weights, block);
  packed.prepareInit();
  if (areQuads) {
    packed.form = PackedForm::DepthwiseQuads;
    return packQuads(packed, shape, static_cast<const int8_t *>(weights), block);
  }
  packTaps<float>(packed, shape, weightType, weights);
}

} // namespace

PackedWeightsPtr packDepthwise(const Execution &execution, const Conv2dShape &shape,
                               QuantizedInput input, QuantizedInput weightType, const void *weights,
                               PackedFor packedFor) {
  auto packed = std::make_shared<PackedWeights>(packedFor);
  chooseFamily(*packed, execution, input, {}); // as widened, no s8
  packed->form = PackedForm::DepthwiseTaps;
  const DepthwiseKernels &kernels = depthwiseKernels(execution.isa);
  packed->depthwiseRows = rowsFor(kernels, shape.window, input, weightType, execution.order);
  packed->depthwiseFinishes = packed->depthwiseRows && kernels.finishes;
  if (packed->depthwiseRows && is8Bit(input.type))
    packBytes(*packed, shape, weightType, weights);
  else if (!isFloat(weightType.type))
    packTaps<int32_t>(*packed, shape, weightType, weights);
  else if (!packTaps<float>(*packed, shape, weightType, weights))
    packed->depthwiseRows = nullptr; // the padding's zeros must not meet an infinity
  return packed;
}

static void sweepTaps(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                      QuantizedInput input, const void *x, const PackedWeights &weights,
                      const BlockProgram &program, const Epilogue &epilogue) {
  TapKind kind = weights.family == GemmFamily::F32Fast ? TapKind::DotFast : TapKind::Dot;
  WindowSweep sweep{shape.in,
                    shape.out,
                    shape.inChannels,
                    shape.window,
                    input,
                    tapKernels(weights.isa).tap[int(kind)][int(input.type)],
                    4,
                    weights.data.as<void>()};
  sweepWindows(execution, sweep, samples, x, program, epilogue);
}

void depthwiseConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                     QuantizedInput input, const void *x, const PackedWeights &weights,
                     const BlockProgram &program, const Epilogue &epilogue) {
  if (!weights.depthwiseRows)
    return sweepTaps(execution, shape, samples, input, x, weights, program, epilogue);
  std::vector<int32_t> own;
  std::span<const int32_t> init = weights.initFor(input.zeroPoint, own);
  const int64_t rowBytes = shape.in[1] * shape.inChannels * int64_t(byteWidth(input.type));
  const RowParts rows(execution, shape, samples, RowCut::Parts);
  execution.parallelFor(rows.count(), rows.grain, [&](int64_t begin, int64_t end) {
    RowWorker worker(shape, input, std::make_unique<TensorRows>(x, shape.in[0], rowBytes), weights,
                     init, program, epilogue);
    worker.run(rows, begin, end);
  });
}

void depthwiseRows(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                   QuantizedInput input, const MakeInputRows &makeRows,
                   const PackedWeights &weights, const BlockProgram &program,
                   const Epilogue &epilogue) {
  std::vector<int32_t> own;
  std::span<const int32_t> init = weights.initFor(input.zeroPoint, own);
  const RowParts rows(execution, shape, samples, RowCut::Whole);
  IdleWorkers workers([&] {
    return std::make_unique<RowWorker>(shape, input, makeRows(), weights, init, program, epilogue);
  });
  execution.parallelFor(rows.count(), rows.grain, [&](int64_t begin, int64_t end) {
    std::unique_ptr<RowWorker> worker = workers.take(begin);
    worker->run(rows, begin, end);
    workers.give(std::move(worker), end);
  });
}

} // namespace qrt
