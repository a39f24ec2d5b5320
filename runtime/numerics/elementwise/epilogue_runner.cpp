#include "runtime/numerics/elementwise/block_program.h"

#include <algorithm>
#include <cassert>

namespace qrt {

// The dense result of `pixels` × `channels` elements a sample.
static EpilogueStrides denseResult(int64_t pixels, int64_t channels, int64_t innerSamples) {
  return {innerSamples * pixels * channels, channels, 1, pixels * channels};
}

EpilogueRunner::EpilogueRunner(const BlockProgram &program, const Epilogue &epilogue,
                               int64_t pixels, int64_t channels)
    : block(program), epilogue(epilogue), pixels(pixels),
      result(epilogue.result.value_or(denseResult(pixels, channels, epilogue.innerSamples))),
      runner(program), inputs(program.program.inputs.size()) {
  if (epilogue.auxiliary)
    auxiliary.emplace(*epilogue.auxiliary);
}

int64_t EpilogueRunner::at(const EpilogueStrides &strides, const Tile &tile) const {
  return tile.sample / epilogue.innerSamples * strides.sample +
         tile.sample % epilogue.innerSamples * strides.inner + tile.pixel * strides.pixel +
         tile.channel * strides.channel;
}

std::optional<Finish> EpilogueRunner::finishOf(const Tile &tile,
                                               std::optional<FinishKind> kind) const {
  if (!kind || !block.finish || block.finish->kind != *kind || result.channel != 1 || !isEven(tile))
    return std::nullopt;
  const FinishForm &form = *block.finish;
  auto channels = [&](uint32_t index) { // f32 or i32
    return static_cast<const int32_t *>(epilogue.channels[index]) + tile.channel;
  };
  auto operand = [&](const FinishLeaf &leaf) {
    return leaf.constant ? FinishOperand{leaf.constant->data(), 0}
                         : FinishOperand{channels(leaf.channel)};
  };
  Finish finish{.kind = form.kind,
                .bias = nullptr,
                .scale = {},
                .shifts = {},
                .lower = form.lower,
                .upper = form.upper,
                .positive = form.positive,
                .zero = form.zero,
                .output = nullptr,
                .rowBytes = 0,
                .columns = tile.columns,
                .stored = block.program.resultType};
  if (form.bias)
    finish.bias = channels(*form.bias);
  if (form.kind == FinishKind::Requantize)
    finish.scale = operand(form.scale);
  if (form.shifts)
    finish.shifts = operand(*form.shifts);
  const Rows rows = rowsOf(tile);
  finish.output = rows.data;
  finish.rowBytes = rows.stride * int64_t(byteWidth(block.program.resultType));
  return finish;
}

EpilogueRunner::Rows EpilogueRunner::rowsOf(const Tile &tile) const {
  const int64_t width = int64_t(byteWidth(block.program.resultType));
  return {static_cast<char *>(epilogue.output) + at(result, tile) * width,
          tile.rowsAreSamples ? result.sample : result.pixel};
}

void EpilogueRunner::translate(const Tile &tile) {
  const Rows rows = rowsOf(tile);
  block.translate(rows.data, tile.rows, tile.columns, rows.stride, 1);
  makeAuxiliary(tile);
}

void EpilogueRunner::makeAuxiliary(const Tile &tile) {
  if (!auxiliary)
    return;
  const Rows rows = rowsOf(tile);
  const ScalarProgram &program = epilogue.auxiliary->program;
  const int64_t width = int64_t(byteWidth(program.resultType));
  const std::vector<TileInput> stored(program.inputs.size(), {rows.data, rows.stride, 1});
  auxiliary->run(
      stored, tile.rows, tile.columns,
      {static_cast<char *>(epilogue.auxiliaryOutput) + at(result, tile) * width, rows.stride, 1});
}

void EpilogueRunner::run(const Tile &tile, const void *acc, int64_t accStride,
                         const int32_t *counts) {
  assert((!tile.rowsAreSamples || epilogue.innerSamples == 1) && "rows would have two strides");
  Tile part = tile;
  for (int64_t row = 0; row < tile.rows; row += part.rows) {
    part.rows = tile.rows - row;
    if (!tile.rowsAreSamples) {
      part.sample = tile.sample + (tile.pixel + row) / pixels;
      part.pixel = (tile.pixel + row) % pixels;
      part.rows = std::min(part.rows, pixels - part.pixel);
    }
    runSample(part, acc, accStride, row, counts);
  }
}

/// A tile of one stride; its sums and counts from `firstRow` on.
void EpilogueRunner::runSample(const Tile &tile, const void *acc, int64_t accStride,
                               int64_t firstRow, const int32_t *counts) {
  auto rowStride = [&](const EpilogueStrides &strides) {
    return tile.rowsAreSamples ? strides.sample : strides.pixel;
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ScalarInput &input = block.program.inputs[i];
    switch (input.kind) {
    case ScalarInputKind::Accumulator:
      inputs[i] = {advance(acc, firstRow * accStride, input.storage), accStride, 1};
      break;
    case ScalarInputKind::Count:
      assert(counts && "only pools count");
      inputs[i] = {counts + firstRow, 1, 0};
      break;
    case ScalarInputKind::Tensor: {
      const EpilogueTensor &tensor = epilogue.tensors[input.index];
      inputs[i] = {advance(tensor.data, at(tensor.strides, tile), input.storage),
                   rowStride(tensor.strides), tensor.strides.channel};
      break;
    }
    case ScalarInputKind::Channel:
      inputs[i] = {advance(epilogue.channels[input.index], tile.channel, input.storage), 0, 1};
      break;
    case ScalarInputKind::Coordinate:
    case ScalarInputKind::Size:
    case ScalarInputKind::Indexed: assert(false && "inputs of elementwise programs"); break;
    }
  }
  const Rows rows = rowsOf(tile);
  runner.run(inputs, tile.rows, tile.columns, {rows.data, rows.stride, 1});
  makeAuxiliary(tile);
}

} // namespace qrt
