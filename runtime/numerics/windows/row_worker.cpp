#include "runtime/numerics/windows/row_worker.h"
#include "runtime/numerics/windows/conv2d.h"

#include <algorithm>
#include <cstring>

namespace qrt {

RowParts::RowParts(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                   RowCut cut)
    : height(shape.out[0]), width(shape.out[1]), rows(samples * height) {
  constexpr int64_t leastWork = 24 * 1024, chunkWork = 64 * 1024; // products
  const int64_t work = width * shape.inChannels * shape.window.kernel[0] * shape.window.kernel[1];
  const int64_t threads = execution.pool ? execution.pool->threads() : 1;
  const int64_t most = cut == RowCut::Whole ? 1 : (width + 3) / 4;
  parts = rows < 4 * threads ? std::clamp<int64_t>(4 * threads / rows, 1, most) : 1;
  // A small layer gives each thread one chunk, unless that would be below leastWork.
  const int64_t all = rows * work;
  const int64_t ofChunk =
      all < 4 * chunkWork ? std::clamp(all / threads, leastWork, chunkWork) : chunkWork;
  grain = std::max<int64_t>(1, ofChunk * parts / std::max<int64_t>(1, work));
}

RowWorker::RowWorker(const Conv2dShape &shape, QuantizedInput input,
                     std::unique_ptr<InputRows> source, const PackedWeights &packed,
                     std::span<const int32_t> init, const BlockProgram &program,
                     const Epilogue &epilogue)
    : shape(shape), source(std::move(source)), width(int64_t(byteWidth(input.type))),
      packed(packed), epilogue(program, epilogue, shape.out[0] * shape.out[1], shape.inChannels),
      blockPixels(std::clamp<int64_t>(4096 / shape.inChannels, std::min<int64_t>(8, shape.out[1]),
                                      shape.out[1])),
      pad(size_t(shape.inChannels * width)), acc(size_t(blockPixels * shape.inChannels) * 4),
      held(size_t(shape.window.kernel[0])), window(held.size()), rows(held.size()) {
  std::memset(pad.as<char>(), is8Bit(input.type) ? input.zeroPoint : 0, pad.size());
  block.channels = shape.inChannels;
  block.height = shape.window.kernel[0];
  block.width = shape.window.kernel[1];
  block.stride = shape.window.stride[1];
  block.dilation = shape.window.dilation[1];
  block.pixels = shape.out[1];
  for (Row &row : held)
    row.pixels.resize(size_t(block.positions()));
  block.pixels = blockPixels;
  if (packed.form == PackedForm::DepthwiseQuads) {
    constexpr int64_t mostWoven = 256 * 1024, leastPixels = 8;
    const auto wovenBytes = depthwiseKernels(packed.isa).wovenBytes;
    while (wovenBytes(block) > mostWoven && block.pixels > leastPixels)
      block.pixels = blockPixels = (blockPixels + 1) / 2;
    block.woven = woven.reserve(size_t(wovenBytes(block)));
  }
  block.rows = rows.data();
  block.weights = packed.data.as<void>();
  block.init = init.data();
  block.flip = packed.stage == StageKind::FlipSign8 ? int32_t(0x80808080) : 0;
  block.acc = acc.as<void>();
}

void RowWorker::run(const RowParts &rows, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    const int64_t row = i / rows.parts, part = i % rows.parts;
    runRow(row / rows.height, row % rows.height, rows.width * part / rows.parts,
           rows.width * (part + 1) / rows.parts);
  }
}

/// Pixels [from, to) of row `y`.
void RowWorker::runRow(int64_t sample, int64_t y, int64_t from, int64_t to) {
  for (size_t ky = 0; ky < rows.size(); ++ky)
    window[ky] = rowAt(sample, y * shape.window.stride[0] - shape.window.padBegin[0] +
                                   int64_t(ky) * shape.window.dilation[0]);
  for (int64_t begin = from; begin < to; begin += blockPixels) {
    for (size_t ky = 0; ky < rows.size(); ++ky)
      rows[ky] = window[ky] + begin * shape.window.stride[1];
    block.pixels = std::min(blockPixels, to - begin);
    runBlock(sample, y * shape.out[1] + begin);
  }
}

void RowWorker::runBlock(int64_t sample, int64_t pixel) {
  EpilogueRunner::Tile tile;
  tile.sample = sample;
  tile.pixel = pixel;
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

/// Rows of the next windows are mostly those of the last.
const void *const *RowWorker::rowAt(int64_t sample, int64_t y) {
  const int64_t dilation = shape.window.dilation[0], count = int64_t(held.size());
  const int64_t step = y + shape.window.padBegin[0]; // of one window: a step of `dilation` a row
  Row &row = held[size_t((step / dilation) % count)];
  if (row.sample == sample && row.y == y)
    return row.pixels.data();
  row.sample = sample;
  row.y = y;
  const bool isInside = y >= 0 && y < shape.in[0];
  const auto all = row.pixels.begin();
  const int64_t positions = int64_t(row.pixels.size());
  const int64_t begin = isInside ? std::min(shape.window.padBegin[1], positions) : positions;
  const int64_t end = std::min(begin + shape.in[1], positions);
  std::fill(all, all + begin, pad.as<void>());
  std::fill(all + end, row.pixels.end(), pad.as<void>());
  const char *pixel = isInside ? source->row(sample, y) : nullptr;
  for (int64_t i = begin; i < end; ++i, pixel += shape.inChannels * width)
    row.pixels[size_t(i)] = pixel;
  return row.pixels.data();
}

IdleWorkers::Worker IdleWorkers::take(int64_t begin) {
  std::unique_lock lock(mutex);
  if (idle.empty()) {
    lock.unlock();
    return make();
  }
  auto found =
      std::find_if(idle.begin(), idle.end(), [&](const auto &each) { return each.first == begin; });
  if (found == idle.end())
    --found;
  Worker worker = std::move(found->second);
  idle.erase(found);
  return worker;
}

void IdleWorkers::give(Worker worker, int64_t end) {
  std::lock_guard lock(mutex);
  idle.emplace_back(end, std::move(worker));
}

} // namespace qrt
