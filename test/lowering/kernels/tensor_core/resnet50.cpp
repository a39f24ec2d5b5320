#include "test/lowering/kernels/tensor_core/resnet50.h"

#include <thread>

namespace qopt::test {
namespace {

struct Builder {
  Chain chain;
  std::mt19937 random{50};

  int add(QuantizedConv conv, int input, int side) {
    fill(conv, random);
    const int output = int(chain.bufferBytes.size());
    chain.bufferBytes.push_back(conv.outBytes());
    chain.layers.push_back({std::move(conv), input, side, output});
    return output;
  }
  int add(int size, int in, int out, int kernel, int stride, int input) {
    return add(
        {.size = size, .in = in, .out = out, .kernel = kernel, .stride = stride, .pad = kernel / 2},
        input, -1);
  }

  int addBlock(int size, int in, int middle, int stride, bool projects, int input) {
    const int out = middle * 4;
    int side = input;
    if (projects) { // no ReLU behind it: signed
      QuantizedConv conv{.size = size, .in = in, .out = out, .stride = stride};
      conv.output.isUnsigned = false;
      conv.low = -128, conv.high = 127;
      side = add(std::move(conv), input, -1);
    }
    const int narrow = add(size, in, middle, 1, 1, input);
    const int spatial = add(size, middle, middle, 3, stride, narrow);
    QuantizedConv last{.size = size / stride, .in = middle, .out = out};
    last.side = Bytes{!projects, 0};
    last.sideScale = 0.6180339f;
    return add(std::move(last), spatial, side);
  }
};

} // namespace

Chain resnet50() {
  Builder builder;
  builder.chain.bufferBytes = {56 * 56 * 64};
  int buffer = 0, size = 56, in = 64, stride = 1;
  const int blocks[] = {3, 4, 6, 3};
  for (int stage = 0; stage < 4; ++stage) {
    const int middle = 64 << stage;
    for (int block = 0; block < blocks[stage]; ++block) {
      buffer = builder.addBlock(size, in, middle, stride, block == 0, buffer);
      in = middle * 4;
      size /= stride;
      stride = 1;
    }
    stride = 2;
  }
  return std::move(builder.chain);
}

std::vector<std::vector<std::vector<uint8_t>>>
expectedBuffers(const Chain &chain, const std::vector<std::vector<uint8_t>> &images) {
  std::vector<std::vector<std::vector<uint8_t>>> all(images.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < images.size(); ++i)
    threads.emplace_back([&, i] {
      all[i].resize(chain.bufferBytes.size());
      all[i][0] = images[i];
      for (const ChainLayer &layer : chain.layers) {
        all[i][size_t(layer.output)].resize(size_t(layer.conv.outBytes()));
        convolve(layer.conv, all[i][size_t(layer.input)].data(),
                 layer.side < 0 ? nullptr : all[i][size_t(layer.side)].data(),
                 all[i][size_t(layer.output)].data());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return all;
}

} // namespace qopt::test
