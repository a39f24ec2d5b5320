// Convolutions of patches as products of rows: the evaluator's bits, and those that stay.
#include "lowering/fuse/patches_as_rows.h"

#include "ir/values/keys.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace qopt::test {
namespace {

constexpr const char *step = "!quant.uniform<i8<-127:127>:f32, 0.0625>";

struct Picture {
  std::string channels = "3", strides = "2, 4", pads = "0, 0, 0, 0", result = "6x6";
  std::string more; // a second reader of what is converted
};

std::string textOf(const Picture &picture) {
  const std::string c = picture.channels, x = "tensor<?x" + c + "x12x24xf32, #nn.dims<N>>",
                    q = "tensor<?x" + c + "x12x24x" + std::string(step) + ", #nn.dims<N>>",
                    w = "tensor<5x" + c + "x2x4x" + step + ">",
                    y = "tensor<?x5x" + picture.result + "x" + step + ", #nn.dims<N>>";
  std::string weights;
  for (int o = 0; o < 5; ++o) {
    weights += o ? ", [" : "[";
    for (int i = 0; i < std::stoi(c); ++i) {
      weights += i ? ", [" : "[";
      for (int k = 0; k < 2; ++k)
        weights += std::string(k ? ", [" : "[") + std::to_string((o * 7 + i * 3 + k) % 9 - 4) +
                   ".25, 0.5, " + std::to_string((o + i * 5 + k * 2) % 7 - 3) + ".0, -1.75]";
      weights += "]";
    }
    weights += "]";
  }
  return "func.func @main(%x: " + x + " {nn.name = \"x\"}) -> " + y + " {\n" +
         "%f = nn.constant {nn.name = \"f\"} dense<[" + weights + "]> : tensor<5x" + c +
         "x2x4xf32>\n" + "%w = nn.quantize %f {nn.name = \"w\"} : (tensor<5x" + c +
         "x2x4xf32>) -> " + w + "\n" + "%q = nn.quantize %x {nn.name = \"q\"} : (" + x + ") -> " +
         q + "\n" + "%c = nn.conv2d %q, %w {strides = array<i64: " + picture.strides +
         ">, pads = array<i64: " + picture.pads + ">, nn.name = \"c\"} : (" + q + ", " + w +
         ") -> " + y + "\n" + picture.more + "return %c : " + y + "\n}";
}

class PatchesAsRows : public testing::Test {
protected:
  Module parsed(const std::string &text) {
    auto module = parseModule(*context, text);
    EXPECT_TRUE(module.ok()) << module.status().message() << text;
    EXPECT_TRUE(runPasses(**module, "fold-constants").ok());
    return std::move(*module);
  }
  /// Puts what makeRowsOfPatches makes in the function's place; says whether it made something.
  static bool rewrite(mlir::ModuleOp module) {
    mlir::func::FuncOp function = nn::entryOf(module);
    mlir::OwningOpRef<mlir::func::FuncOp> rows = makeRowsOfPatches(function);
    if (!rows)
      return false;
    function.erase();
    module.push_back(rows.release());
    return true;
  }
  static qrt::Tensor outputOf(mlir::ModuleOp module) {
    std::mt19937 random(7);
    qrt::Tensor x = qrt::Tensor::allocate(qrt::ElementType::F32, {3, 3, 12, 24});
    for (float &value : x.mutableValues<float>())
      value = float(int(random() % 16001) - 8000) / 1024;
    auto model = CompiledModel::compile(module, "reference");
    EXPECT_TRUE(model.ok()) << model.status().message();
    auto run = (*model)->run({&x, 1});
    EXPECT_TRUE(run.ok()) << run.status().message();
    return (*run)[0];
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
};

TEST_F(PatchesAsRows, HaveTheEvaluatorsBits) {
  Module before = parsed(textOf({})), after = parsed(textOf({}));
  ASSERT_TRUE(rewrite(*after));
  const qrt::Tensor expected = outputOf(*before), got = outputOf(*after);
  ASSERT_EQ(expected.bytes(), got.bytes());
  EXPECT_EQ(std::memcmp(expected.data(), got.data(), expected.bytes()), 0);
}

TEST_F(PatchesAsRows, OthersStay) {
  const std::string reader = std::string("%d = nn.dequantize %q : (tensor<?x3x12x24x") + step +
                             ", #nn.dims<N>>) -> tensor<?x3x12x24xf32, #nn.dims<N>>\n";
  for (const Picture &picture : {Picture{.strides = "1, 4", .result = "11x6"},
                                 Picture{.pads = "1, 0, 1, 0", .result = "7x6"},
                                 Picture{.channels = "16"}, Picture{.more = reader}}) {
    Module module = parsed(textOf(picture));
    EXPECT_FALSE(rewrite(*module));
  }
}

} // namespace
} // namespace qopt::test
