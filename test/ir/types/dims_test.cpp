#include "ir/types/dims.h"

#include "test/ir/parsed.h"

#include <gtest/gtest.h>

#include <limits>

namespace qopt::nn {
namespace {

constexpr Dim batch{1, 0};

TEST(Dims, AtABatch) {
  EXPECT_EQ(staticDim(7).at(5), 7);
  EXPECT_EQ((Dim{8, 1}).at(5), 41);
  EXPECT_EQ(sum({8, 1}, {1, 2}), (Dim{9, 3}));
}

TEST(Dims, ProductsAreLinearOrNone) {
  EXPECT_EQ(multiply({2, 3}, staticDim(5)), (Dim{10, 15}));
  EXPECT_EQ(multiply(staticDim(5), {2, 3}), (Dim{10, 15}));
  EXPECT_EQ(multiply(staticDim(5), staticDim(3)), staticDim(15));
  EXPECT_EQ(multiply(batch, batch), std::nullopt);
  EXPECT_EQ(productOf({}), staticDim(1));
  EXPECT_EQ(productOf({batch, staticDim(3), staticDim(4)}), (Dim{12, 0}));
  EXPECT_EQ(productOf({batch, staticDim(3), batch}), std::nullopt);
}

TEST(Dims, ProductsThatOverflowAreNone) {
  int64_t large = std::numeric_limits<int64_t>::max() / 2;
  EXPECT_EQ(multiply(staticDim(large), staticDim(3)), std::nullopt);
  EXPECT_EQ(multiply({large, 0}, staticDim(3)), std::nullopt);
}

TEST(Dims, Broadcasting) {
  SymbolicShape image{batch, staticDim(3), staticDim(4)};
  EXPECT_EQ(broadcastShapes(image, {staticDim(4)}), image);
  EXPECT_EQ(broadcastShapes({staticDim(3), staticDim(1)}, image), image);
  EXPECT_EQ(broadcastShapes({staticDim(1), staticDim(2)}, {staticDim(5), staticDim(1)}),
            (SymbolicShape{staticDim(5), staticDim(2)}));
  EXPECT_EQ(broadcastShapes(image, {staticDim(3)}), std::nullopt);
  // Equal at N = 3 only.
  EXPECT_EQ(broadcastShapes({batch}, {staticDim(3)}), std::nullopt);
}

TEST(Dims, BetweenTypesAndShapes) {
  test::Parsed parsed("module {}");
  mlir::Type type = parsed.type("tensor<?x3x?xf32, #nn.dims<8*N+1, N>>");
  SymbolicShape shape{{8, 1}, staticDim(3), batch};
  EXPECT_EQ(symbolicShape(type), shape);
  EXPECT_EQ(shapeAt(type, 2), (std::vector<int64_t>{17, 3, 2}));
  EXPECT_EQ(symbolOf(type).getValue(), "N");
  EXPECT_EQ(toString(shape), "8*N+1x3xN");
  mlir::Type element = mlir::Float32Type::get(&parsed.context);
  EXPECT_EQ(tensorType(shape, element, symbolOf(type)), type);
  EXPECT_EQ(tensorType({staticDim(2)}, element, nullptr), parsed.type("tensor<2xf32>"));
  EXPECT_EQ(symbolOf(parsed.type("tensor<2xf32>")), nullptr);
}

} // namespace
} // namespace qopt::nn
