#include "runtime/numerics/windows/pointwise_rows.h"
#include "runtime/numerics/windows/conv2d.h"

#include <algorithm>
#include <cstring>

namespace qrt {

bool isPointwise(const Conv2dShape &shape) {
  return shape.window == Window2d{} && shape.in == shape.out && shape.groups == 1;
}

static Epilogue into(Epilogue epilogue, void *rows, int64_t channels) {
  epilogue.output = rows;
  epilogue.result = EpilogueStrides{0, channels, 1, 0};
  return epilogue;
}

PointwiseRows::PointwiseRows(const PointwiseStage &stage, int64_t count)
    : stage(stage), width(stage.shape.out[1]),
      pixelBytes(stage.shape.inChannels * stage.packed.stagedWidth),
      rowBytes(width * stage.shape.outChannels *
               int64_t(byteWidth(stage.program.program.resultType))),
      rows(size_t(count * rowBytes)),
      epilogue(into(stage.epilogue, rows.as<void>(), stage.shape.outChannels)),
      product(stage.packed, stage.init, stage.block,
              EpilogueRunner(stage.program, epilogue, count * width, stage.shape.outChannels)),
      held(size_t(count)) {
  for (int64_t pixel = 0; pixel < width; ++pixel)
    pixelOffsets.push_back(pixel * pixelBytes);
}

const char *PointwiseRows::row(int64_t sample, int64_t y) {
  const int64_t slot = y % int64_t(held.size());
  Held &last = held[size_t(slot)];
  if (last.sample != sample || last.y != y) {
    compute(source(sample, y), slot);
    last = {sample, y};
  }
  return rows.as<char>() + slot * rowBytes;
}

/// The input's row as the kernel reads it.
const char *PointwiseRows::source(int64_t sample, int64_t y) {
  const int64_t elements = width * stage.shape.inChannels;
  const char *x = advance(stage.x, (sample * stage.shape.in[0] + y) * elements, stage.input.type);
  if (!stage.packed.mustStage())
    return x;
  const size_t bytes = size_t(width * pixelBytes);
  char *target = static_cast<char *>(staged.reserve(bytes + 4)); // the last unit may read on
  const StageKernels &kernels = stageKernels(stage.packed.isa);
  kernels.stage[int(stage.packed.stage)][int(stage.input.type)](target, x, elements,
                                                                stage.input.zeroPoint);
  std::memset(target + bytes, 0, 4);
  return target;
}

void PointwiseRows::compute(const char *x, int64_t slot) {
  static constexpr int64_t segment[] = {0};
  product.run({.pixel = slot * width}, {x, pixelOffsets, segment}, 0, 0,
              stage.packed.panels.size());
}

} // namespace qrt
