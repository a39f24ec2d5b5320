// A pointwise convolution and a depthwise one of its result, in two calls or in one.
#pragma once

#include "runtime/drivers/host/executable.h"
#include "test/runtime/format/net_builder.h"

#include <gtest/gtest.h>

namespace qrt::test {

constexpr int64_t extent = 32, channels = 256;

/// clamp(rint(f32(sum) · 0.5) + 3) to bytes.
inline CallEpilogue requantize() {
  ScalarBuilder b;
  auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32)),
                   b.constant(0.5f));
  t = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(3.0f));
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(0.0f)), b.constant(255.0f));
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.apply(ScalarOp::F32ToI32, t), ElementType::U8);
  return epilogue;
}

/// Returns values of period 7, −3 … 3 plus `zero`.
inline Tensor valuesOf(ElementType type, Shape shape, int zero) {
  Tensor tensor = Tensor::allocate(type, std::move(shape));
  visitElementType(type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    auto *values = static_cast<T *>(tensor.mutableData());
    for (int64_t i = 0; i < tensor.size(); ++i)
      values[i] = T(float(i % 7 - 3 + zero));
  });
  return tensor;
}

enum class Calls { Two, One };

/// 1 MiB of floats or a quarter of it of bytes between a pointwise convolution and a depthwise one.
struct FusedNet {
  explicit FusedNet(ElementType type = ElementType::F32, Calls calls = Calls::Two) : type(type) {
    const std::vector<Extent> shape{perSample(), fixed(extent), fixed(extent), fixed(channels)};
    const uint32_t x =
        net.input(type, {perSample(), fixed(extent), fixed(extent), fixed(inChannels)});
    const uint32_t between = net.activation(type, shape), y = net.output(type, shape);
    const Conv2dCall first = callOf({{extent, extent}, {extent, extent}, inChannels, channels}, x);
    Conv2dShape depthwise{{extent, extent}, {extent, extent}, channels, channels, channels};
    depthwise.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
    const Conv2dCall second = callOf(depthwise, between);
    if (calls == Calls::Two) {
      net.call(first, {between});
      net.call(second, {y});
    } else {
      net.call(FusedConv2dCall{first, second}, {between, y});
    }
    placeApart();
  }
  Conv2dCall callOf(const Conv2dShape &of, uint32_t from) {
    const bool isByte = type == ElementType::U8;
    const ElementType weightType = isByte ? ElementType::I8 : type;
    Conv2dCall conv{of,
                    perSample(),
                    {bufferOperand(from), {type, isByte ? 3 : 0}},
                    {},
                    isByte ? requantize() : storeAccumulator(ElementType::F32, ElementType::F32)};
    conv.weights = {
        constantOperand(net.constant(valuesOf(
            weightType,
            {of.outChannels, of.inChannels / of.groups, of.window.kernel[0], of.window.kernel[1]},
            0))),
        {weightType, 0}};
    return conv;
  }
  void placeApart() {
    Extent end = fixed(0);
    for (Buffer &buffer : net.program.buffers) {
      buffer.offset = end;
      end = {end.scale + buffer.bytes.scale, 0, 1};
    }
    net.program.arenaBytes = end;
  }
  std::unique_ptr<Executable> load(int64_t cacheBytes, unsigned threads = 1) const {
    auto pool = threads > 1 ? std::make_shared<ThreadPool>(threads) : nullptr;
    auto executable =
        host::loadProgram({pool.get()}, pool, std::make_shared<Program>(net.program), cacheBytes);
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? std::move(*executable) : nullptr;
  }

  static constexpr int64_t inChannels = 8;
  ElementType type;
  NetBuilder net;
};

} // namespace qrt::test
