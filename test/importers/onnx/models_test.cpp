// The repository's own networks: imported whole, layer by layer what they are.
#include "test/importers/onnx/import_fixture.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"

using namespace qopt;
using namespace qopt::onnx;
using namespace qopt::onnx::test;

static std::string model(const std::string &name) {
  return QOPT_SOURCE_DIR "/test/models/" + name + ".onnx";
}

TEST(OnnxModels, Lenet) {
  Import import(model("lenet"));
  ASSERT_TRUE(import.module) << import.diagnostics[0];
  EXPECT_EQ(import.count("nn.conv2d"), 2u);
  EXPECT_EQ(import.count("nn.max_pool2d"), 2u);
  EXPECT_EQ(import.count("nn.matmul"), 2u);
  EXPECT_EQ(import.count("nn.reshape"), 1u);
  EXPECT_NE(import.inputType(0).find("#nn.dims<"), std::string::npos) << import.inputType(0);
  EXPECT_EQ(import.runAll({counting({2, 1, 28, 28})})[0].shape(), (Numbers{2, 10}));
}

TEST(OnnxModels, Mlp) {
  Import import(model("mlp"));
  ASSERT_TRUE(import.module) << import.diagnostics[0];
  EXPECT_EQ(import.count("nn.matmul"), 2u);
  EXPECT_EQ(import.count("nn.sigmoid"), 1u);
}

TEST(OnnxModels, Resnet20) {
  Import import(model("resnet20"));
  ASSERT_TRUE(import.module) << import.diagnostics[0];
  EXPECT_EQ(import.count("nn.conv2d"), 21u);
  EXPECT_EQ(import.count("nn.batch_norm"), 21u);
  EXPECT_EQ(import.count("nn.relu"), 19u);
  EXPECT_EQ(import.count("nn.add"), 9u);
  EXPECT_EQ(import.count("nn.reduce_mean"), 1u);
  EXPECT_EQ(import.count("nn.matmul"), 1u);
}

// Every weight and bias is a quantized constant that nn.dequantize reads.
TEST(OnnxModels, Resnet20QuantizedByOnnxRuntime) {
  Import import(model("resnet20_ort_qdq"));
  ASSERT_TRUE(import.module) << import.diagnostics[0];
  unsigned convolutions = 0;
  import.module->walk([&](nn::Conv2dOp conv) {
    ++convolutions;
    for (mlir::Value operand : {conv.getWeights(), conv.getBias()}) {
      auto dequantize = operand.getDefiningOp<nn::DequantizeOp>();
      ASSERT_TRUE(dequantize) << nn::nameOf(conv).str();
      EXPECT_TRUE(dequantize.getInput().getDefiningOp<nn::ConstantOp>());
    }
    auto bias = conv.getBias().getDefiningOp<nn::DequantizeOp>().getInput().getType();
    EXPECT_EQ(nn::storageType(bias), qrt::ElementType::I32);
  });
  EXPECT_EQ(convolutions, 21u);
  EXPECT_GT(import.count("nn.quantize"), 20u);
}
