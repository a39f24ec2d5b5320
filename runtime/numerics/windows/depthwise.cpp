#include "runtime/numerics/windows/depthwise.h"
#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/windows/window_sweep.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

namespace qrt {

bool isDepthwise(const Conv2dShape &shape, QuantizedInput input) {
  return shape.groups > 1 && shape.groups == shape.inChannels && !shape.inPitch &&
         shape.groups == shape.outChannels && input.type != ElementType::I16;
}

bool mayHaveRows(const Window2d &window, QuantizedInput input, QuantizedInput weightType) {
  const int64_t size = window.kernel[1];
  if (window.kernel[0] != size || (size != 3 && size != 5) || window.stride[1] > depthwiseStrides ||
      window.dilation[1] != 1)
    return false;
  const bool bytes =
      is8Bit(input.type) && weightType.type == ElementType::I8 && !weightType.zeroPoint;
  return bytes || input.type == ElementType::F32;
}

namespace {

/// Where `kernels` have rows for the window and these types; null elsewhere.
DepthwiseFn rowsFor(const Kernels &kernels, const Window2d &window, QuantizedInput input,
                    QuantizedInput weightType, FloatOrder order) {
  if (!mayHaveRows(window, input, weightType))
    return nullptr;
  DepthwiseKind kind = is8Bit(input.type)          ? DepthwiseKind::Integer8
                       : order == FloatOrder::Fast ? DepthwiseKind::F32Fast
                                                   : DepthwiseKind::F32Fixed;
  return kernels.depthwise[int(kind)][window.kernel[1] == 5][window.stride[1] - 1];
}

/// Taps outermost, channels contiguous; 8-bit weights widened to i32. False: not all are finite.
bool packTaps(PackedWeights &packed, const Conv2dShape &shape, QuantizedInput weightType,
              const void *weights) {
  int64_t taps = shape.window.kernel[0] * shape.window.kernel[1];
  packed.data.reserve(size_t(taps * shape.inChannels * 4));
  bool isFinite = true;
  visitElementType(weightType.type, [&](auto tag) {
    using Weight = typename decltype(tag)::Storage;
    using Value = std::conditional_t<isFloat(decltype(tag)::type), float, int32_t>;
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

/// As DepthwiseArgs has quads of bytes.
void packQuads(PackedWeights &packed, const Conv2dShape &shape, const int8_t *weights) {
  int64_t size = shape.window.kernel[0], quads = (size + 3) / 4;
  int64_t block = 4 * kernelsFor(packed.isa).vectorLanes;
  packed.paddedColumns = (shape.inChannels + block - 1) / block * block;
  size_t bytes = size_t(packed.paddedColumns * quads * size * 4);
  packed.data.reserve(bytes);
  std::memset(packed.data.as<void>(), 0, bytes);
  packed.negatedSums.assign(size_t(packed.paddedColumns), 0);
  for (int64_t c = 0; c < shape.inChannels; ++c)
    for (int64_t ky = 0; ky < size; ++ky)
      for (int64_t kx = 0; kx < size; ++kx) {
        int8_t weight = weights[(c * size + ky) * size + kx];
        int64_t tap = (c / block * quads + ky / 4) * size + kx;
        packed.data.as<int8_t>()[(tap * block + c % block) * 4 + ky % 4] = weight;
        packed.negatedSums[size_t(c)] -= weight;
      }
}

/// One thread's rows of the output, by blocks of pixels.
class RowWorker {
public:
  RowWorker(const Conv2dShape &shape, QuantizedInput input, std::unique_ptr<InputRows> source,
            const PackedWeights &packed, std::span<const int32_t> init, const BlockProgram &program,
            const Epilogue &epilogue)
      : shape(shape), source(std::move(source)), width(int64_t(byteWidth(input.type))),
        packed(packed), epilogue(program, epilogue, shape.out[0] * shape.out[1], shape.inChannels),
        blockPixels(std::clamp<int64_t>(4096 / shape.inChannels, std::min<int64_t>(8, shape.out[1]),
                                        shape.out[1])),
        positions((shape.out[1] - 1) * shape.window.stride[1] + shape.window.kernel[1]),
        pad(size_t(shape.inChannels * width)), acc(size_t(blockPixels * shape.inChannels) * 4),
        held(size_t(shape.window.kernel[0])) {
    std::memset(pad.as<char>(), is8Bit(input.type) ? input.zeroPoint : 0, pad.size());
    for (Row &row : held)
      row.pixels.resize(size_t(positions));
    rows.resize(held.size());
    block.rows = rows.data();
    block.channels = shape.inChannels;
    block.weights = packed.data.as<void>();
    block.init = init.data();
    block.flip = packed.stage == StageKind::FlipSign8 ? int32_t(0x80808080) : 0;
    block.acc = acc.as<void>();
  }

  /// Pixels [from, to) of row `y`.
  void runRow(int64_t sample, int64_t y, int64_t from, int64_t to) {
    for (size_t ky = 0; ky < rows.size(); ++ky)
      window[ky] = rowAt(sample, y * shape.window.stride[0] - shape.window.padBegin[0] +
                                     int64_t(ky) * shape.window.dilation[0]);
    for (int64_t begin = from; begin < to; begin += blockPixels) {
      for (size_t ky = 0; ky < rows.size(); ++ky)
        rows[ky] = window[ky] + begin * shape.window.stride[1];
      block.pixels = std::min(blockPixels, to - begin);
      EpilogueRunner::Tile tile;
      tile.sample = sample;
      tile.pixel = y * shape.out[1] + begin;
      tile.rows = block.pixels;
      tile.columns = shape.inChannels;
      const std::optional<Finish> finish = epilogue.finishOf(tile, packed.finish());
      block.finish = finish ? &*finish : nullptr;
      packed.depthwiseRows(block);
      if (finish)
        epilogue.translate(tile);
      else
        epilogue.run(tile, acc.as<void>(), shape.inChannels);
    }
  }

private:
  struct Row {
    int64_t sample = -1, y = 0;
    std::vector<const void *> pixels; // of every position of the windows, padding too
  };

  /// Rows of the next windows are mostly those of the last.
  const void *const *rowAt(int64_t sample, int64_t y) {
    int64_t dilation = shape.window.dilation[0], count = int64_t(held.size());
    int64_t step = y + shape.window.padBegin[0]; // of one window: a step of `dilation` a row
    Row &row = held[size_t((step / dilation) % count)];
    if (row.sample != sample || row.y != y) {
      row.sample = sample;
      row.y = y;
      const char *first = y >= 0 && y < shape.in[0] ? source->row(sample, y) : nullptr;
      for (int64_t i = 0; i < positions; ++i) {
        int64_t column = i - shape.window.padBegin[1];
        bool isInside = first && column >= 0 && column < shape.in[1];
        row.pixels[size_t(i)] =
            isInside ? first + column * shape.inChannels * width : pad.as<char>();
      }
    }
    return row.pixels.data();
  }

  const Conv2dShape &shape;
  std::unique_ptr<InputRows> source;
  int64_t width;
  const PackedWeights &packed;
  EpilogueRunner epilogue;
  int64_t blockPixels, positions;
  Scratch pad, acc;
  std::vector<Row> held;
  std::array<const void *const *, 5> window{};
  std::vector<const void *const *> rows;
  DepthwiseArgs block{};
};

/// Workers whose chunks are through. Whoever goes on where one has ended takes it: it holds what
/// the next window shares with the last.
class IdleWorkers {
public:
  using Worker = std::unique_ptr<RowWorker>;
  explicit IdleWorkers(std::function<Worker()> make) : make(std::move(make)) {}

  Worker take(int64_t begin) {
    std::unique_lock lock(mutex);
    if (idle.empty()) {
      lock.unlock();
      return make();
    }
    auto found = std::find_if(idle.begin(), idle.end(),
                              [&](const auto &each) { return each.first == begin; });
    if (found == idle.end())
      --found;
    Worker worker = std::move(found->second);
    idle.erase(found);
    return worker;
  }
  void give(Worker worker, int64_t end) {
    std::lock_guard lock(mutex);
    idle.emplace_back(end, std::move(worker));
  }

private:
  std::function<Worker()> make;
  std::mutex mutex;
  std::vector<std::pair<int64_t, Worker>> idle; // and where they ended
};

} // namespace

PackedWeightsPtr packDepthwise(const Execution &execution, const Conv2dShape &shape,
                               QuantizedInput input, QuantizedInput weightType, const void *weights,
                               PackedFor packedFor) {
  auto packed = std::make_shared<PackedWeights>(packedFor);
  chooseFamily(*packed, execution, input, {}); // as widened, no s8
  packed->form = PackedForm::Depthwise;
  packed->depthwiseRows =
      rowsFor(kernelsFor(execution.isa), shape.window, input, weightType, execution.order);
  if (!packed->depthwiseRows || !is8Bit(input.type)) {
    if (!packTaps(*packed, shape, weightType, weights))
      packed->depthwiseRows = nullptr; // the padding's zeros must not meet an infinity
    return packed;
  }
  packed->family = GemmFamily::Dot8; // what is said of sums and padding there holds here
  packed->stage = input.type == ElementType::I8 ? StageKind::FlipSign8 : StageKind::Copy;
  packQuads(*packed, shape, static_cast<const int8_t *>(weights));
  packed->prepareInit();
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
                    kernelsFor(weights.isa).tap[int(kind)][int(input.type)],
                    4,
                    weights.data.as<void>()};
  sweepWindows(execution, sweep, samples, x, program, epilogue);
}

RowParts::RowParts(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                   RowCut cut)
    : height(shape.out[0]), width(shape.out[1]), rows(samples * height) {
  constexpr int64_t leastWork = 24 * 1024, chunkWork = 64 * 1024; // products
  const int64_t work = width * shape.inChannels * shape.window.kernel[0] * shape.window.kernel[1];
  const int64_t threads = execution.pool ? execution.pool->threads() : 1;
  const int64_t most = cut == RowCut::Whole ? 1 : (width + 3) / 4;
  parts = rows < 4 * threads ? std::clamp<int64_t>(4 * threads / rows, 1, most) : 1;
  // Of a small layer each thread has one chunk, if that is worth its while.
  const int64_t all = rows * work;
  const int64_t ofChunk =
      all < 4 * chunkWork ? std::clamp(all / threads, leastWork, chunkWork) : chunkWork;
  grain = std::max<int64_t>(1, ofChunk * parts / std::max<int64_t>(1, work));
}

static void runRows(const RowParts &rows, RowWorker &worker, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    const int64_t row = i / rows.parts, part = i % rows.parts;
    worker.runRow(row / rows.height, row % rows.height, rows.width * part / rows.parts,
                  rows.width * (part + 1) / rows.parts);
  }
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
    runRows(rows, worker, begin, end);
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
    runRows(rows, *worker, begin, end);
    workers.give(std::move(worker), end);
  });
}

} // namespace qrt
