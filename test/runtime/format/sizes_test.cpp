#include "test/runtime/format/family_sample.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

TEST(Sizes, DenseBytesIsTheProductOfTheShape) {
  Extent bytes = denseBytes(ElementType::F32, {perSample(), fixed(3), fixed(5)});
  EXPECT_EQ(bytes, (Extent{60, 0, 1}));
  EXPECT_EQ(denseBytes(ElementType::I16, {fixed(7)}), (Extent{0, 14, 1}));
  EXPECT_EQ(denseBytes(ElementType::F32, {}), (Extent{0, 4, 1}));
  Extent padded = denseBytes(ElementType::I8, {{10, 0, 16}, fixed(3)});
  for (int64_t n : {1, 2, 3, 8})
    EXPECT_EQ(padded.at(n), (10 * n + 15) / 16 * 16 * 3) << n;
}

/// a → b → c of 40, 60, 20 bytes a sample.
Program chain() {
  NetBuilder net;
  uint32_t a = net.input(ElementType::F32, {perSample(), fixed(10)});
  uint32_t b = net.activation(ElementType::F32, {perSample(), fixed(15)});
  uint32_t c = net.output(ElementType::F32, {perSample(), fixed(5)});
  CopyCall call{perSample(), {{1, 5}}, bufferOperand(a), {{10, 1}, 0}, {{15, 1}, 0}};
  net.call(call, {b});
  call.input = bufferOperand(b);
  call.source = {{15, 1}, 0};
  call.target = {{5, 1}, 0};
  net.call(call, {c});
  spreadOut(net.program);
  return net.program;
}

TEST(Sizes, LargestLiveSetCountsInputsAndOutputs) {
  EXPECT_EQ(largestLiveSet(chain(), 1), 100);
  EXPECT_EQ(largestLiveSet(chain(), 32), 3200);
}

TEST(Sizes, PlannedBytesTakesAlignmentOut) {
  Program program = chain();
  EXPECT_EQ(program.arenaBytes.at(1), 64 * 3);
  EXPECT_EQ(plannedBytes(program, 1), 40 + 60 + 20) << "c lies above b, b above a";
  // With b on top, c may sink to the bottom: a is dead by then.
  std::swap(program.buffers[1].offset, program.buffers[2].offset);
  EXPECT_EQ(plannedBytes(program, 1), 100);
}

TEST(Sizes, DescribeShowsEveryPart) {
  std::string text = describe(everyCall()) + describe(launches()) + describe(familySamples());
  for (const char *part :
       {"program for host, dynamic batch, arena", "input 'in0' b0", "output 'out0'",
        "b1 'value1' activation i8 [N, 6, 6, 2] bytes 72*N at 64*N", "fill {count 72*N, bits 3}",
        "conv2d {shape {in 6x6, out 4x4, inChannels 2, outChannels 3, window {kernel 3x3}}",
        "pool2d {shape {in 4x4", "reduce {shape {reduced 4, inner 3}", "softmax {outer N, axis 5",
        "attention {batch N,", "standardize {outer N, shape {axis 5",
        "extremes {before 1, groups N, after 3", "histogram {shape {parts 2, bins 8}",
        "launch second(", "load c0 -> c", "kernel first"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
}

} // namespace
} // namespace qrt::test
