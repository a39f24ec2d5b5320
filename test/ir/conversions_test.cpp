// The queries of the conversion-cancelling pass: undoes, mayMoveThrough.
#include "test/ir/parsed.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

using test::Parsed;

bool undoes(Parsed &parsed, llvm::StringRef second, llvm::StringRef first) {
  return parsed.as<ConversionOpInterface>(second).undoes(parsed.find(first));
}
bool moves(Parsed &parsed, llvm::StringRef conversion, llvm::StringRef copy) {
  return parsed.as<ConversionOpInterface>(conversion).mayMoveThrough(parsed.find(copy));
}

TEST(Undoes, QuantizeAfterDequantizeOfTheSameType) {
  Parsed parsed(R"(
  !a = !quant.uniform<i8:f32, 0.5>
  !b = !quant.uniform<i8:f32, 0.5:1>
  func.func @main(%q: tensor<2x!a>) {
    %d = nn.dequantize %q {nn.name = "d"} : (tensor<2x!a>) -> tensor<2xf32>
    %s = nn.quantize %d {nn.name = "same"} : (tensor<2xf32>) -> tensor<2x!a>
    %o = nn.quantize %d {nn.name = "other"} : (tensor<2xf32>) -> tensor<2x!b>
    %e = nn.dequantize %s {nn.name = "again"} : (tensor<2x!a>) -> tensor<2xf32>
    return
  })");
  EXPECT_TRUE(undoes(parsed, "same", "d"));
  EXPECT_FALSE(undoes(parsed, "other", "d"));
  // Rounding lost what dequantize(quantize(x)) had.
  EXPECT_FALSE(undoes(parsed, "again", "same"));
}

TEST(Undoes, RequantizeThroughAWiderRange) {
  Parsed parsed(R"(
  !u = !quant.uniform<u8:f32, 0.5>
  !s = !quant.uniform<i8:f32, 0.5:-128>
  !n = !quant.uniform<i8:f32, 0.5>
  !w = !quant.uniform<i16:f32, 0.25>
  func.func @main(%q: tensor<2x!u>) {
    %a = nn.requantize %q {nn.name = "shift"} : (tensor<2x!u>) -> tensor<2x!s>
    %b = nn.requantize %a {nn.name = "back"} : (tensor<2x!s>) -> tensor<2x!u>
    %c = nn.requantize %q {nn.name = "narrow"} : (tensor<2x!u>) -> tensor<2x!n>
    %d = nn.requantize %c {nn.name = "widen"} : (tensor<2x!n>) -> tensor<2x!u>
    %e = nn.requantize %q {nn.name = "finer"} : (tensor<2x!u>) -> tensor<2x!w>
    %f = nn.requantize %e {nn.name = "coarser"} : (tensor<2x!w>) -> tensor<2x!u>
    return
  })");
  EXPECT_TRUE(undoes(parsed, "back", "shift"));
  EXPECT_FALSE(undoes(parsed, "widen", "narrow"));  // 128 … 255 saturated
  EXPECT_FALSE(undoes(parsed, "coarser", "finer")); // another scale: not claimed
}

TEST(Undoes, CastTransposeReshape) {
  Parsed parsed(R"(func.func @main(%i: tensor<2x3xi32>) {
    %a = nn.cast %i {nn.name = "to_i64"} : (tensor<2x3xi32>) -> tensor<2x3xi64>
    %b = nn.cast %a {nn.name = "to_i32"} : (tensor<2x3xi64>) -> tensor<2x3xi32>
    %c = nn.cast %b {nn.name = "to_f32"} : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %d = nn.cast %c {nn.name = "from_f32"} : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %s = nn.reshape %d {nn.name = "flat"} : (tensor<2x3xi32>) -> tensor<6xi32>
    %t = nn.reshape %s {nn.name = "unflat"} : (tensor<6xi32>) -> tensor<2x3xi32>
    %u = nn.reshape %s {nn.name = "other"} : (tensor<6xi32>) -> tensor<3x2xi32>
    return
  })");
  EXPECT_TRUE(undoes(parsed, "to_i32", "to_i64"));
  EXPECT_FALSE(undoes(parsed, "from_f32", "to_f32")); // 2^24 + 1 does not survive
  EXPECT_TRUE(undoes(parsed, "unflat", "flat"));
  EXPECT_FALSE(undoes(parsed, "other", "flat"));
  EXPECT_FALSE(undoes(parsed, "unflat", "from_f32"));
}

TEST(Undoes, TransposeByTheInversePermutation) {
  Parsed parsed(R"(func.func @main(%x: tensor<2x3x4xf32>) {
    %a = nn.transpose %x {nn.name = "a", permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
    %b = nn.transpose %a {nn.name = "back", permutation = array<i64: 2, 0, 1>} : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
    %c = nn.transpose %a {nn.name = "on", permutation = array<i64: 1, 2, 0>} : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
    return
  })");
  EXPECT_TRUE(undoes(parsed, "back", "a"));
  EXPECT_FALSE(undoes(parsed, "on", "a"));
}

TEST(MayMoveThrough, CopiesKeepElementsApart) {
  Parsed parsed(R"(
  !q = !quant.uniform<i8:f32, 0.5>
  !axis = !quant.uniform<i8:f32:1, {0.5, 0.25}>
  func.func @main(%x: tensor<1x2x2x2xf32>) {
    %q = nn.quantize %x {nn.name = "quantize"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x!q>
    %a = nn.quantize %x {nn.name = "per_axis"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x!axis>
    %d = nn.dequantize %q {nn.name = "dequantize"} : (tensor<1x2x2x2x!q>) -> tensor<1x2x2x2xf32>
    %m = nn.max_pool2d %x {nn.name = "max", kernel = array<i64: 2, 2>} : (tensor<1x2x2x2xf32>) -> tensor<1x2x1x1xf32>
    %p = nn.avg_pool2d %x {nn.name = "average", kernel = array<i64: 2, 2>} : (tensor<1x2x2x2xf32>) -> tensor<1x2x1x1xf32>
    %t = nn.transpose %x {nn.name = "transpose", permutation = array<i64: 0, 2, 3, 1>} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %f = nn.reshape %x {nn.name = "reshape"} : (tensor<1x2x2x2xf32>) -> tensor<8xf32>
    %c = nn.cast %x {nn.name = "cast"} : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi32>
    return
  })");
  for (llvm::StringRef copy : {"max", "transpose", "reshape"}) {
    EXPECT_TRUE(moves(parsed, "quantize", copy)) << copy.str();
    EXPECT_TRUE(moves(parsed, "dequantize", copy)) << copy.str();
    EXPECT_FALSE(moves(parsed, "per_axis", copy)) << copy.str();
  }
  EXPECT_FALSE(moves(parsed, "quantize", "average"));
  EXPECT_TRUE(moves(parsed, "cast", "transpose"));
  EXPECT_FALSE(moves(parsed, "cast", "max"));
  // The other way round, a copy before what is done to each element alike.
  EXPECT_TRUE(moves(parsed, "reshape", "quantize"));
  EXPECT_TRUE(moves(parsed, "transpose", "cast"));
  EXPECT_FALSE(moves(parsed, "reshape", "per_axis"));
  EXPECT_FALSE(moves(parsed, "transpose", "per_axis"));
  EXPECT_FALSE(moves(parsed, "reshape", "max"));
}

} // namespace
} // namespace qopt::nn
