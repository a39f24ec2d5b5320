#include "ir/types/dims.h"

#include "test/ir/parsed.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

const Dim batch = Dim::symbol("N"), height = Dim::symbol("H");

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

TEST(Dims, WhatSymbolsDecideMayBeEqual) {
  EXPECT_TRUE(mayBeEqual(batch, height));
  EXPECT_TRUE(mayBeEqual(height, *multiply(*quotient(height, Dim(32)), Dim(32))));
  EXPECT_FALSE(mayBeEqual(*add(height, Dim(1)), height));
  EXPECT_FALSE(mayBeEqual(height, Dim(7)));
  EXPECT_EQ(broadcastShapes({batch, height}, {Dim(1), batch}), (SymbolicShape{batch, height}));
}

TEST(Dims, BetweenTypesAndShapes) {
  test::Parsed parsed("module {}");
  mlir::Type type = parsed.type("tensor<?x3x?xf32, #nn.dims<8*N+1, N>>");
  SymbolicShape shape{*add(*multiply(Dim(8), batch), Dim(1)), staticDim(3), batch};
  EXPECT_EQ(symbolicShape(type), shape);
  EXPECT_EQ(shapeAt(type, 2), (std::vector<int64_t>{17, 3, 2}));
  EXPECT_EQ(toString(shape), "8*N+1x3xN");
  mlir::Type element = mlir::Float32Type::get(&parsed.context);
  EXPECT_EQ(tensorType(shape, element), type);
  EXPECT_EQ(tensorType({staticDim(2)}, element), parsed.type("tensor<2xf32>"));
}

TEST(Dims, EveryFormOfASizeKeepsItsText) {
  test::Parsed parsed("module {}");
  for (const char *size : {"N", "3*N-2", "-1*N+3*W", "N*N", "2*H*W", "((H+1)/2)", "3*((H+1)/(W))",
                           "max(H, 2*W)", "((max(H, 3)-1)/(W+1))*H"}) {
    mlir::Type type = parsed.type("tensor<?xf32, #nn.dims<" + std::string(size) + ">>");
    std::string text = symbolicShape(type)[0].text();
    EXPECT_EQ(parsed.type("tensor<?xf32, #nn.dims<" + text + ">>"), type) << size << " " << text;
  }
  EXPECT_EQ(symbolicShape(parsed.type("tensor<?xf32, #nn.dims<(H+W)*(H-W)+W*W>>"))[0].text(),
            "H*H");
}

} // namespace
} // namespace qopt::nn
