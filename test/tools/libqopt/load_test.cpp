#include "tools/libqopt/qopt.h"

#include "test/tools/scratch.h"

using namespace qopt;

namespace {

class Load : public test::ScratchTest {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string errorOf(const std::string &path, const LoadOptions &options = {}) {
    auto module = loadModule(*context, path, options);
    code = module.status().code();
    return module.status().message();
  }
  qrt::StatusCode code = qrt::StatusCode::Ok;
};

constexpr char relu[] = R"(
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
})";

TEST(Format, ByExtension) {
  EXPECT_EQ(formatOf("a.onnx"), ModelFormat::Onnx);
  EXPECT_EQ(formatOf("a.mlir"), ModelFormat::Mlir);
  EXPECT_EQ(formatOf("a.mlirbc"), ModelFormat::Mlir);
  EXPECT_EQ(formatOf("-"), ModelFormat::Mlir);
  EXPECT_FALSE(formatOf("onnx"));
}

TEST_F(Load, ErrorsNameTheFile) {
  EXPECT_NE(errorOf(path("none.onnx")).find("none.onnx: error: cannot open"), std::string::npos);
  EXPECT_EQ(code, qrt::StatusCode::Io);
  EXPECT_NE(errorOf(folder.string(), {ModelFormat::Mlir, {}, {}}).find("directory"),
            std::string::npos);
  EXPECT_NE(errorOf(put("a.tflite", "")).find("cannot tell the format"), std::string::npos);
  std::string syntax = errorOf(put("a.mlir", "func.func @main(\n  %x: tensor<"));
  EXPECT_NE(syntax.find("a.mlir:2:"), std::string::npos) << syntax;
  std::string binary = errorOf(put("a.onnx", std::string("\xff\xff\xff garbage", 11)));
  EXPECT_NE(binary.find("a.onnx"), std::string::npos) << binary;
  EXPECT_EQ(code, qrt::StatusCode::InvalidArgument);
  EXPECT_NE(errorOf(put("b.mlir", relu), {{}, {"x"}, {}}).find("--inputs"), std::string::npos);
}

TEST_F(Load, EmptyModelIsAnErrorWhenCompiled) {
  auto module = parseModule(*context, "module {}");
  ASSERT_TRUE(module.ok());
  EXPECT_FALSE(CompiledModel::compile(**module, "reference").ok());
}

TEST_F(Load, PassesRunOrSayWhy) {
  auto module = parseModule(*context, relu);
  ASSERT_TRUE(module.ok()) << module.status().message();
  EXPECT_TRUE(runPasses(**module, "strip-unused").ok());
  EXPECT_TRUE(runPasses(**module, "builtin.module(strip-unused,merge-duplicates)").ok());
  for (const char *bad : {"no-such-pass", "builtin.module(strip-unused", "strip-unused{x=1}"})
    EXPECT_FALSE(runPasses(**module, bad).ok()) << bad;
  auto model = loadModule(*context, QOPT_SOURCE_DIR "/test/models/mlp.onnx");
  ASSERT_TRUE(model.ok()) << model.status().message();
  qrt::Status status = runPasses(**model, "insert-quant");
  EXPECT_NE(status.message().find("qrun calibrate"), std::string::npos) << status.message();
}

TEST_F(Load, HashFollowsContent) {
  auto a = parseModule(*context, relu), b = parseModule(*context, std::string("\n\n") + relu);
  EXPECT_EQ(moduleHash(**a), moduleHash(**b)); // places are no content
  EXPECT_EQ(moduleHash(**a).size(), 64u);
  (**b).walk([&](mlir::func::FuncOp function) { function.setName("other"); });
  EXPECT_NE(moduleHash(**a), moduleHash(**b));
}

} // namespace
