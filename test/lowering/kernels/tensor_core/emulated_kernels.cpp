// A tensor-core kernel's own text, run on the host item by item, beside NUMERICS.md's loops. Built
// once for each CASE.
#include "test/lowering/kernels/tensor_core/emulated_cases.h"
#include "test/lowering/kernels/tensor_core/emulated_warps.h"
#include "test/lowering/kernels/tensor_core/quantized_conv.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {
#include "lowering/kernels/tensor_core.h"

#include "test/lowering/kernels/tensor_core/byte_epilogue.h"

#include KERNEL_FILE

using namespace qopt::test;

std::vector<uint8_t> randomBytes(std::mt19937 &random, int64_t count) {
  std::vector<uint8_t> bytes(static_cast<size_t>(count));
  for (uint8_t &byte : bytes)
    byte = uint8_t(random());
  return bytes;
}

QuantizedConv convOfCase() {
  QuantizedConv conv{.size = SIZE,
                     .in = IN_PITCH,
                     .out = OUT_CHANNELS,
                     .kernel = KERNEL,
                     .stride = STRIDE,
                     .pad = PAD,
                     .dilation = DILATION};
  conv.input = {IS_UNSIGNED(INPUT_TYPE), INPUT_ZERO};
  conv.output = {IS_UNSIGNED(OUTPUT_TYPE), OUTPUT_ZERO};
#ifdef SIDE
  conv.side = Bytes{IS_UNSIGNED(SIDE_TYPE), SIDE_ZERO};
#endif
  conv.sideScale = AS_F32(SIDE_SCALE);
  conv.low = LOW, conv.high = HIGH;
  return conv;
}

void runKernel(const QuantizedConv &conv, const uint8_t *input,
               [[maybe_unused]] const uint8_t *side, uint8_t *output) {
#ifdef FIRST
  const std::vector<int8_t> weights = packedWindowRows(conv);
#else
  const std::vector<int8_t> weights = packedWeights(conv, CHANNELS_PADDED);
#endif
  const std::vector<int32_t> bias = packedBias(conv, CHANNELS_PADDED);
  const auto *x = reinterpret_cast<const INPUT_TYPE *>(input);
  auto *y = reinterpret_cast<OUTPUT_TYPE *>(output);
#ifdef SIDE
  const auto *tensor0 = reinterpret_cast<const SIDE_TYPE *>(side);
#endif
  const int32_t *channel0 = bias.data();
  const float *channel1 = conv.scale.data();
#ifdef DIRECT
  const size_t bytes = LOCAL_BYTES;
  const int across = OUT_CHANNELS / (64 * WARPS_ACROSS);
#elif defined(FIRST)
  const size_t bytes = LOCAL_BYTES;
  const int across = OUT_CHANNELS / 64;
#else
  const size_t bytes = STAGES * STAGE_BYTES;
  const int across = SPLITS;
#endif
#if SPLITS > 1
  std::vector<int32_t> partial(1 << 20, 0), arrived(256, 0);
#define SPLIT_VALUES , partial.data(), arrived.data()
#else
#define SPLIT_VALUES
#endif
  emulated::launch({.count = {GROUPS, across, 1}}, ITEMS, bytes,
                   [&] { KERNEL_NAME(x, weights.data(), y, SAMPLES SPLIT_VALUES EPILOGUE_ARGS); });
#if SPLITS > 1
  for (int32_t sum : partial)
    ASSERT_EQ(sum, 0);
  for (int32_t count : arrived)
    ASSERT_EQ(count, 0);
#endif
}

#define TEST_OF_CASE(number) TEST(EmulatedKernels, Case##number)
#define EXPANDED(number) TEST_OF_CASE(number)
EXPANDED(CASE) {
  QuantizedConv conv = convOfCase();
  std::mt19937 random(CASE);
  fill(conv, random);
#ifdef STEPS_FIT_16
  ASSERT_LT(stepsBound(conv), 32000);
#endif
  const std::vector<uint8_t> input = randomBytes(random, SAMPLES * conv.inBytes());
  const std::vector<uint8_t> side = randomBytes(random, SAMPLES * conv.outBytes());
  std::vector<uint8_t> expected(side.size()), output(side.size(), 0xcd);
  for (int n = 0; n < SAMPLES; ++n)
    convolve(conv, input.data() + n * conv.inBytes(), side.data() + n * conv.outBytes(),
             expected.data() + n * conv.outBytes());
  runKernel(conv, input.data(), side.data(), output.data());
  int wrong = 0, distinct[256] = {};
  for (size_t i = 0; i < expected.size(); ++i) {
    wrong += expected[i] != output[i];
    ++distinct[expected[i]];
  }
  EXPECT_EQ(wrong, 0) << "of " << expected.size();
  EXPECT_LT(*std::max_element(distinct, distinct + 256), int(expected.size() * 3 / 4))
      << "values hardly differ";
}

} // namespace
