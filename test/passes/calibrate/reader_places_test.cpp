// Readers at places compute what the whole reader computes there, for each sample.
#include "passes/calibrate/reader_places.h"

#include "ir/values/results.h"
#include "test/passes/net.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <set>

namespace qopt::test {
namespace {

/// Adds the reader `y` at places to a network, or the value `x` itself where `reader` is null.
bool addPlaces(mlir::Operation *reader, mlir::Value value, int64_t mostValues) {
  auto function = reader ? reader->getParentOfType<mlir::func::FuncOp>()
                         : value.getDefiningOp()->getParentOfType<mlir::func::FuncOp>();
  mlir::OpBuilder builder(function.getContext());
  builder.setInsertionPointAfterValue(reader ? reader->getResult(0) : value);
  nn::NameTable names(function);
  auto made = readerAtPlaces(builder, names, value, reader, mostValues);
  if (made)
    nn::appendResults(function, {made->reader ? made->reader->getResult(0) : made->value});
  return made.has_value();
}

/// All numbers of the reader's result differ: each place is told by those of its channels.
using Places = std::vector<std::set<std::vector<float>>>; // of each sample

Places placesOf(const qrt::Tensor &result, bool channelsLast) {
  const int64_t samples = result.shape()[0];
  const int64_t channels = channelsLast ? result.shape().back() : result.shape()[1];
  const int64_t places = result.size() / samples / channels;
  Places found(static_cast<size_t>(samples));
  for (int64_t sample = 0; sample < samples; ++sample)
    for (int64_t place = 0; place < places; ++place) {
      std::vector<float> one;
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t at = channelsLast ? place * channels + c : c * places + place;
        one.push_back(result.values<float>()[size_t(sample * channels * places + at)]);
      }
      found[size_t(sample)].insert(std::move(one));
    }
  return found;
}

/// The second result holds some of the first one's places, more than `least` of each sample.
void expectSome(const std::vector<qrt::Tensor> &results, size_t least, bool channelsLast = false) {
  ASSERT_EQ(results.size(), 2u);
  const Places whole = placesOf(results[0], channelsLast),
               some = placesOf(results[1], channelsLast);
  ASSERT_EQ(whole.size(), some.size());
  for (size_t sample = 0; sample < whole.size(); ++sample) {
    EXPECT_GE(some[sample].size(), least);
    EXPECT_LE(2 * some[sample].size(), whole[sample].size());
    EXPECT_TRUE(std::ranges::includes(whole[sample], some[sample])) << "sample " << sample;
  }
}

qrt::Tensor image(qrt::Shape shape) { return Random(7).tensor(std::move(shape), -2, 2); }

TEST(ReaderPlaces, ConvolutionWithStridePadsDilationAndGroups) {
  Random random(1);
  Net net(
      "func.func @main(%x: tensor<2x4x40x50xf32> {nn.name = \"x\"}) -> tensor<2x6x19x48xf32> {\n" +
      random.constant("w", {6, 2, 3, 3}, -1, 1) + R"(
  %y = nn.conv2d %x, %w {nn.name = "y", strides = array<i64: 2, 1>, pads = array<i64: 1, 2, 0, 0>, dilations = array<i64: 2, 2>, groups = 2 : i64} : (tensor<2x4x40x50xf32>, tensor<6x2x3x3xf32>) -> tensor<2x6x19x48xf32>
  return %y : tensor<2x6x19x48xf32> })");
  mlir::Operation *y = net.find("y");
  ASSERT_TRUE(addPlaces(y, y->getOperand(0), 4 * 9 * 30));
  expectSome(net.evaluate({image({2, 4, 40, 50})}), 24);
}

TEST(ReaderPlaces, PointwiseConvolutionOfALine) {
  Random random(2);
  Net net("func.func @main(%x: tensor<2x4x200xf32> {nn.name = \"x\"}) -> tensor<2x3x200xf32> {\n" +
          random.constant("w", {3, 4, 1}, -1, 1) + R"(
  %y = nn.conv2d %x, %w {nn.name = "y", strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<2x4x200xf32>, tensor<3x4x1xf32>) -> tensor<2x3x200xf32>
  return %y : tensor<2x3x200xf32> })");
  mlir::Operation *y = net.find("y");
  ASSERT_TRUE(addPlaces(y, y->getOperand(0), 4 * 20));
  expectSome(net.evaluate({image({2, 4, 200})}), 20);
}

TEST(ReaderPlaces, ProductOfTokens) {
  Random random(3);
  Net net("func.func @main(%x: tensor<2x90x4xf32> {nn.name = \"x\"}) -> tensor<2x90x3xf32> {\n" +
          random.constant("w", {4, 3}, -1, 1) + R"(
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<2x90x4xf32>, tensor<4x3xf32>) -> tensor<2x90x3xf32>
  return %y : tensor<2x90x3xf32> })");
  mlir::Operation *y = net.find("y");
  ASSERT_TRUE(addPlaces(y, y->getOperand(0), 4 * 20));
  expectSome(net.evaluate({image({2, 90, 4})}), 20, true);
}

TEST(ReaderPlaces, ElementsBesideOperandsThatAreRepeated) {
  Net net(
      R"(func.func @main(%x: tensor<2x4x20x20xf32> {nn.name = "x"}, %g: tensor<2x4x1x1xf32> {nn.name = "g"}) -> tensor<2x4x20x20xf32> {
  %y = nn.mul %x, %g {nn.name = "y"} : (tensor<2x4x20x20xf32>, tensor<2x4x1x1xf32>) -> tensor<2x4x20x20xf32>
  return %y : tensor<2x4x20x20xf32> })");
  mlir::Operation *y = net.find("y");
  ASSERT_TRUE(addPlaces(y, y->getOperand(0), 4 * 16));
  expectSome(net.evaluate({image({2, 4, 20, 20}), Random(9).tensor({2, 4, 1, 1}, 1, 2)}), 16);
}

TEST(ReaderPlaces, TheValueItself) {
  Net net(R"(func.func @main(%x: tensor<2x4x20x20xf32> {nn.name = "x"}) -> tensor<2x4x20x20xf32> {
  %y = nn.sigmoid %x {nn.name = "y"} : (tensor<2x4x20x20xf32>) -> tensor<2x4x20x20xf32>
  return %y : tensor<2x4x20x20xf32> })");
  ASSERT_TRUE(addPlaces(nullptr, net.find("y")->getResult(0), 4 * 16));
  expectSome(net.evaluate({image({2, 4, 20, 20})}), 16);
}

TEST(ReaderPlaces, NoneWhereMostWouldStayOrPlacesAreNotKnown) {
  Net net(
      R"(func.func @main(%x: tensor<2x4x6x5xf32> {nn.name = "x"}) -> (tensor<2x4xf32>, tensor<2x4x6x5xf32>) {
  %m = nn.reduce_mean %x {nn.name = "m", axes = array<i64: 2, 3>} : (tensor<2x4x6x5xf32>) -> tensor<2x4xf32>
  %y = nn.sigmoid %x {nn.name = "y"} : (tensor<2x4x6x5xf32>) -> tensor<2x4x6x5xf32>
  return %m, %y : tensor<2x4xf32>, tensor<2x4x6x5xf32> })");
  mlir::Operation *mean = net.find("m"), *y = net.find("y");
  EXPECT_FALSE(addPlaces(mean, mean->getOperand(0), 8)) << "it reads all places at once";
  EXPECT_FALSE(addPlaces(y, y->getOperand(0), 100));
}

} // namespace
} // namespace qopt::test
