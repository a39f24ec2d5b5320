#include "test/lowering/kernels/tensor_core/resnet50.h"

namespace qopt::test {
namespace {

struct Builder {
  Numbers numbers;
  Chain chain;
  std::vector<Bytes> types = {{false, 0}}; // of buffers
  std::mt19937 random{50};

  /// Returns what the layer writes: ReLU's bound is its zero point.
  Bytes chooseOutput(Conv &conv, Kind kind, Bytes input) {
    Bytes output{conv.low == 0, 0};
    if (kind == Kind::MaxPool)
      output = input;
    else if (numbers == Numbers::BytesWithZeros) {
      output = {random() % 2 == 0, int(random() % 40)};
      output.zero -= output.isUnsigned ? 0 : 20;
      conv.low = conv.low == 0 ? output.zero : output.isUnsigned ? 0 : -128;
    }
    conv.high = output.isUnsigned ? 255 : 127;
    return output;
  }

  int add(Conv conv, int input, int side, Kind kind = Kind::Conv) {
    conv.isHalf = numbers == Numbers::Halves;
    if (conv.isHalf == false) {
      conv.input = types[size_t(input)];
      conv.output = chooseOutput(conv, kind, conv.input);
    }
    if (side >= 0)
      conv.side = types[size_t(side)];
    if (kind == Kind::Conv || kind == Kind::First)
      fill(conv, random);
    if (kind == Kind::First)
      for (size_t i = 0; i < conv.weights.size(); ++i)
        if (i / size_t(conv.elementBytes()) % 4 == 3)
          conv.weights[i] = 0;
    const int output = int(chain.bufferBytes.size());
    chain.bufferBytes.push_back(conv.outBytes());
    types.push_back(conv.output);
    chain.layers.push_back({std::move(conv), input, side, output, kind});
    return output;
  }
  int add(int size, int in, int out, int kernel, int stride, int input) {
    return add(
        {.size = size, .in = in, .out = out, .kernel = kernel, .stride = stride, .pad = kernel / 2},
        input, -1);
  }

  int addStem() {
    Conv first{.size = 224, .in = 4, .out = 64, .kernel = 7, .stride = 2, .pad = 3};
    first.isHalf = numbers == Numbers::Halves;
    if (numbers == Numbers::BytesWithZeros)
      types[0].zero = -7;
    chain.bufferBytes = {first.inBytes()};
    const int wide = add(std::move(first), 0, -1, Kind::First);
    return add({.size = 112, .in = 64, .out = 64, .kernel = 3, .stride = 2, .pad = 1}, wide, -1,
               Kind::MaxPool);
  }

  int addBlock(int size, int in, int middle, int stride, bool projects, int input) {
    const int out = middle * 4;
    int side = input;
    if (projects) { // no ReLU behind it: signed
      Conv conv{.size = size, .in = in, .out = out, .stride = stride};
      conv.low = -128;
      side = add(std::move(conv), input, -1);
    }
    const int narrow = add(size, in, middle, 1, 1, input);
    const int spatial = add(size, middle, middle, 3, stride, narrow);
    Conv last{.size = size / stride, .in = middle, .out = out};
    last.sideScale = 0.6180339f;
    return add(std::move(last), spatial, side);
  }

  void addHead(int input) {
    Conv pool{.size = 7, .in = 2048, .out = 2048, .kernel = 7};
    pool.sideScale = 1.0f / 49;
    const int pooled = add(std::move(pool), input, -1, Kind::AveragePool);
    Conv logits{.in = 2048, .out = 1000};
    logits.givesFloat = true;
    add(std::move(logits), pooled, -1);
  }
};

} // namespace

Chain resnet50(Numbers numbers) {
  Builder builder{.numbers = numbers, .chain = {}};
  int buffer = builder.addStem(), size = 56, in = 64, stride = 1;
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
  builder.addHead(buffer);
  return std::move(builder.chain);
}

} // namespace qopt::test
