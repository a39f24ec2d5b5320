#include "ir/values/weights.h"

#include "test/ir/parsed.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

using mlir::DenseResourceElementsAttr;
using qrt::Tensor;
using test::floats;

std::string keyOfResource(mlir::ElementsAttr attribute) {
  return mlir::cast<DenseResourceElementsAttr>(attribute).getRawHandle().getKey().str();
}

class Weights : public testing::Test {
protected:
  test::Parsed parsed{"module {}"};
  mlir::RankedTensorType type(llvm::StringRef text) {
    return mlir::cast<mlir::RankedTensorType>(parsed.type(text));
  }
};

TEST_F(Weights, EqualBytesAreHeldOnce) {
  auto a = makeWeights(type("tensor<2x2xf32>"), floats({2, 2}, {1, 2, 3, 4}));
  auto b = makeWeights(type("tensor<4xf32>"), floats({4}, {1, 2, 3, 4}));
  auto c = makeWeights(type("tensor<4xf32>"), floats({4}, {1, 2, 3, 5}));
  EXPECT_EQ(keyOfResource(a), keyOfResource(b));
  EXPECT_EQ(tensorOf(a)->data(), tensorOf(b)->data());
  EXPECT_NE(keyOfResource(a), keyOfResource(c));
  EXPECT_EQ(keyOfResource(a), contentKey(floats({4}, {1, 2, 3, 4})));
}

// A file may bring anything under a hash that is not its own.
TEST_F(Weights, AForeignResourceUnderOurKeyIsNotTaken) {
  Tensor ours = floats({1}, {1});
  char foreign[4] = {1, 2, 3, 4};
  auto &manager = mlir::DenseResourceElementsHandle::getManagerInterface(&parsed.context);
  manager.insert(contentKey(ours), mlir::HeapAsmResourceBlob::allocateAndCopyWithAlign(foreign, 4));
  auto attribute = makeWeights(type("tensor<1xf32>"), ours);
  EXPECT_NE(keyOfResource(attribute), contentKey(ours));
  EXPECT_EQ(tensorOf(attribute)->values<float>()[0], 1);
}

TEST_F(Weights, QuantizedConstantsHoldStorage) {
  const int8_t steps[] = {-127, 0, 127};
  auto tensor = Tensor::fromValues<int8_t>({3}, steps);
  auto attribute = makeWeights(type("tensor<3x!quant.uniform<i8<-127:127>:f32, 0.5>>"), tensor);
  std::optional<Tensor> read = tensorOf(attribute);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->type(), qrt::ElementType::I8);
  EXPECT_EQ(read->values<int8_t>()[0], -127);
}

// Two to a byte under the hash of those bytes; whoever reads them sees bytes.
TEST_F(Weights, FourBitsArePacked) {
  const int8_t steps[] = {-8, 7, -1, 0, 3};
  auto tensor = Tensor::fromValues<int8_t>({5}, steps);
  for (const char *text : {"tensor<5xi4>", "tensor<5x!quant.uniform<i4:f32, 0.5>>"}) {
    auto attribute = makeWeights(type(text), tensor);
    auto blob = mlir::cast<DenseResourceElementsAttr>(attribute).getRawHandle().getBlob();
    ASSERT_EQ(blob->getData().size(), 3u) << text;
    EXPECT_EQ(uint8_t(blob->getData()[0]), 0x78) << text;
    std::optional<Tensor> read = tensorOf(attribute);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->type(), qrt::ElementType::I8);
    EXPECT_TRUE(std::ranges::equal(read->values<int8_t>(), steps)) << text;
  }
  test::Parsed parsed(R"(func.func @main() {
    %a = nn.constant {nn.name = "values"} dense<[-8, 7, -1]> : tensor<3xi4>
    %b = nn.constant {nn.name = "splat"} dense<-2> : tensor<3xi4>
    %c = nn.constant {nn.name = "unsigned"} dense<[15, 8, 0]> : tensor<3xui4>
    return
  })");
  auto read = [&](llvm::StringRef name) {
    Tensor tensor = *constantTensor(parsed.find(name)->getResult(0));
    return qrt::visitValues(
        tensor, [](auto values) { return std::vector<int>(values.begin(), values.end()); });
  };
  EXPECT_EQ(read("values"), (std::vector<int>{-8, 7, -1}));
  EXPECT_EQ(read("splat"), (std::vector<int>{-2, -2, -2}));
  EXPECT_EQ(read("unsigned"), (std::vector<int>{15, 8, 0}));
  EXPECT_EQ(storedConstant(parsed.find("values")->getResult(0))->bytes(), 2u);
}

TEST_F(Weights, NarrowFloats) {
  test::Parsed parsed(R"(func.func @main() {
    %a = nn.constant {nn.name = "f16"} dense<[1.0, -0.5]> : tensor<2xf16>
    %b = nn.constant {nn.name = "f8"} dense<448.0> : tensor<2xf8E4M3FN>
    return
  })");
  auto read = [&](llvm::StringRef name) { return constantTensor(parsed.find(name)->getResult(0)); };
  EXPECT_EQ(read("f16")->values<qrt::Float16>()[1].bits, 0xb800);
  EXPECT_EQ(read("f8")->values<qrt::Float8E4M3FN>()[1].bits, 0x7e);
}

TEST_F(Weights, DenseAttributes) {
  test::Parsed parsed(R"(func.func @main() {
    %a = nn.constant {nn.name = "splat"} dense<2.5> : tensor<2x3xf32>
    %b = nn.constant {nn.name = "values"} dense<[1, -2]> : tensor<2xi64>
    %c = nn.constant {nn.name = "bools"} dense<[true, false, true]> : tensor<3xi1>
    %d = nn.constant {nn.name = "bytes"} dense<[200, 1]> : tensor<2xui8>
    %e = nn.constant {nn.name = "missing"} dense_resource<nowhere> : tensor<2xf32>
    return
  })");
  auto read = [&](llvm::StringRef name) { return constantTensor(parsed.find(name)->getResult(0)); };
  EXPECT_EQ(read("splat")->shape(), (qrt::Shape{2, 3}));
  EXPECT_EQ(read("splat")->values<float>()[5], 2.5);
  EXPECT_EQ(read("values")->values<int64_t>()[1], -2);
  EXPECT_EQ(read("bools")->values<bool>()[2], true);
  EXPECT_EQ(read("bools")->values<bool>()[1], false);
  EXPECT_EQ(read("bytes")->values<uint8_t>()[0], 200);
  EXPECT_FALSE(read("missing"));
}

TEST_F(Weights, CreateConstant) {
  mlir::OpBuilder builder(&parsed.context);
  builder.setInsertionPointToEnd(parsed.module->getBody());
  const int64_t sizes[] = {4, -1};
  ConstantOp constant = createConstant(builder, builder.getUnknownLoc(), "shape",
                                       Tensor::fromValues<int64_t>({2}, sizes));
  EXPECT_EQ(constant.getType(), parsed.type("tensor<2xi64>"));
  EXPECT_EQ(parsed.find("shape"), constant.getOperation());
}

} // namespace
} // namespace qopt::nn
