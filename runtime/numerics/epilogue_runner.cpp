#include "runtime/numerics/block_program.h"

#include <cassert>

namespace qrt {

static const char *advance(const void *data, int64_t elements, ElementType type) {
  return static_cast<const char *>(data) + elements * int64_t(byteWidth(type));
}

EpilogueRunner::EpilogueRunner(const BlockProgram &program, const Epilogue &epilogue,
                               int64_t pixels, int64_t channels)
    : block(program), epilogue(epilogue), pixels(pixels), channels(channels), runner(program),
      inputs(program.program.inputs.size()) {}

void EpilogueRunner::run(const Tile &tile, const void *acc, int64_t accStride,
                         const int32_t *counts) {
  int rowAxis = tile.rowsAreSamples ? 0 : 1;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ScalarInput &input = block.program.inputs[i];
    switch (input.kind) {
    case ScalarInputKind::Accumulator: inputs[i] = {acc, accStride, 1}; break;
    case ScalarInputKind::Count:
      assert(counts && "only pools count");
      inputs[i] = {counts, 1, 0};
      break;
    case ScalarInputKind::Tensor: {
      const EpilogueTensor &tensor = epilogue.tensors[input.index];
      int64_t first = tile.sample * tensor.strides[0] + tile.pixel * tensor.strides[1] +
                      tile.channel * tensor.strides[2];
      inputs[i] = {advance(tensor.data, first, input.storage), tensor.strides[rowAxis],
                   tensor.strides[2]};
      break;
    }
    case ScalarInputKind::Channel:
      inputs[i] = {advance(epilogue.channels[input.index], tile.channel, input.storage), 0, 1};
      break;
    }
  }
  int64_t first = (tile.sample * pixels + tile.pixel) * channels + tile.channel;
  int64_t rowStride = tile.rowsAreSamples ? pixels * channels : channels;
  char *output =
      static_cast<char *>(epilogue.output) + first * int64_t(byteWidth(block.program.resultType));
  runner.run(inputs, tile.rows, tile.columns, {output, rowStride, 1});
}

} // namespace qrt
