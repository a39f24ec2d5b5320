#include "tools/libqopt/qopt_mlir.h"

#include "test/tools/scratch.h"

#include "mlir/Bytecode/BytecodeWriter.h"

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
  EXPECT_EQ(formatOf("a.onnx"), "onnx");
  EXPECT_EQ(formatOf("a.mlir"), "mlir");
  EXPECT_EQ(formatOf("a.mlirbc"), "mlir");
  EXPECT_EQ(formatOf("-"), "mlir");
  EXPECT_EQ(formatOf("onnx"), "");
}

TEST(Format, NamesInMessages) {
  EXPECT_EQ(formatNames().back(), "mlir");
  EXPECT_EQ(alternatives({"a"}), "a");
  EXPECT_EQ(alternatives({"a", "b"}), "a or b");
  EXPECT_EQ(alternatives({"a", "b", "c"}), "a, b or c");
}

TEST_F(Load, FormatsAreNamedInErrors) {
  EXPECT_EQ(errorOf("a.model"), "a.model: error: cannot tell the format from the name; expected " +
                                    alternatives(formatExtensions()));
  EXPECT_EQ(errorOf("a.h5"), "a.h5: error: is a Keras model, which is not read: "
                             "convert it to ONNX with tf2onnx");
  EXPECT_EQ(errorOf("a.caffemodel"), "a.caffemodel: error: holds a Caffe network's weights: give "
                                     "its .prototxt, and --weights=a.caffemodel");
  EXPECT_NE(errorOf(put("b.mlir", "\x08\x09\x12\x04test")).find("--from=onnx reads it"),
            std::string::npos);
  EXPECT_EQ(errorOf("a.onnx", {"tensorflow", {}, {}, ""}),
            "a.onnx: error: unknown format 'tensorflow'; expected " + alternatives(formatNames()));
  EXPECT_NE(errorOf(put("w.mlir", relu), {"", {}, {}, "w.bin"}).find("holds its weights itself"),
            std::string::npos);
  EXPECT_NE(errorOf(put("w.onnx", ""), {"", {}, {}, "w.bin"}).find("holds its weights itself"),
            std::string::npos);
}

TEST_F(Load, ErrorsNameTheFile) {
  EXPECT_NE(errorOf(path("none.onnx")).find("none.onnx: error: cannot open"), std::string::npos);
  EXPECT_EQ(code, qrt::StatusCode::Io);
  EXPECT_NE(errorOf(folder.string(), {"mlir", {}, {}, ""}).find("directory"), std::string::npos);
  EXPECT_NE(errorOf(put("a.model", "")).find("cannot tell the format"), std::string::npos);
  EXPECT_NE(errorOf(put("a.h5", "")).find("is a Keras model, which is not read"),
            std::string::npos);
  std::string syntax = errorOf(put("a.mlir", "func.func @main(\n  %x: tensor<"));
  EXPECT_NE(syntax.find("a.mlir:2:"), std::string::npos) << syntax;
  std::string binary = errorOf(put("a.onnx", std::string("\xff\xff\xff garbage", 11)));
  EXPECT_NE(binary.find("a.onnx"), std::string::npos) << binary;
  EXPECT_EQ(code, qrt::StatusCode::InvalidArgument);
  EXPECT_NE(errorOf(put("b.mlir", relu), {"", {"x"}, {}, ""}).find("--inputs"), std::string::npos);
}

TEST_F(Load, ShapesAtHandAreAskedForWhereAModelIsRefused) {
  unsigned asked = 0;
  LoadOptions options;
  options.shapesAtHand = [&](const std::vector<Port> &inputs) {
    ++asked;
    EXPECT_EQ(inputs.size(), 1u);
    return LoadOptions::ShapeChoices{};
  };
  std::string open = QOPT_SOURCE_DIR "/test/models/mlp.onnx";
  EXPECT_EQ(errorOf(open, options), "");
  EXPECT_EQ(asked, 0u);
  options.outputs = {"nope"}; // refused whatever the sizes are: by what was said first
  EXPECT_NE(errorOf(open, options).find("'nope' is not computed"), std::string::npos);
}

TEST_F(Load, EmptyFilesAreNoModels) {
  EXPECT_NE(errorOf(put("a.mlir", "")).find("a.mlir: error: the file is empty"), std::string::npos);
  EXPECT_NE(errorOf(put("a.mlirbc", "")).find("the file is empty"), std::string::npos);
}

// A weight stands at a multiple of 64 bytes, and the reader wants the buffer to lie so.
TEST_F(Load, BytecodeLiesAnywhereInMemory) {
  auto module = parseModule(*context, R"(
func.func @main() -> tensor<2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2xf32>
  return %w : tensor<2x2xf32>
}
{-# dialect_resources: {builtin: {w: "0x400000000000803F0000004000004040000080BF"}} #-})");
  ASSERT_TRUE(module.ok()) << module.status().message();
  std::string bytes, hash = moduleHash(**module);
  llvm::raw_string_ostream stream(bytes);
  ASSERT_TRUE(mlir::succeeded(mlir::writeBytecodeToFile(**module, stream)));
  for (size_t shift = 0; shift < 65; shift += 13) {
    auto other = makeContext();
    std::string memory = std::string(shift, ' ') + bytes;
    auto read = parseModule(*other, llvm::StringRef(memory).drop_front(shift));
    ASSERT_TRUE(read.ok()) << read.status().message();
    memory.assign(memory.size(), '?'); // the module lives without it
    EXPECT_EQ(moduleHash(**read), hash);
    auto file = makeContext();
    auto loaded = loadModule(*file, put(std::string(shift + 1, 'a') + ".mlirbc", bytes));
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    EXPECT_EQ(moduleHash(**loaded), hash);
  }
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
  for (const char *near : {"fold-batchnorm", "builtin.module(strip-unused, fold-batchnorm)",
                           "insert-quant{range=a=0:1,b=0:1},fold-batchnorm{x=(1,2)}"})
    EXPECT_EQ(runPasses(**module, near).message(),
              "error: pass pipeline: no pass 'fold-batchnorm'; did you mean 'fold-batch-norm'?")
        << near;
  auto model = loadModule(*context, QOPT_SOURCE_DIR "/test/models/mlp.onnx");
  ASSERT_TRUE(model.ok()) << model.status().message();
  qrt::Status status = runPasses(**model, "insert-quant");
  EXPECT_NE(status.message().find("qrun calibrate"), std::string::npos) << status.message();
}

TEST_F(Load, HashFollowsContent) {
  std::string lower = "\n\n";
  lower += relu;
  auto a = parseModule(*context, relu), b = parseModule(*context, lower);
  EXPECT_EQ(moduleHash(**a), moduleHash(**b)); // places are no content
  EXPECT_EQ(moduleHash(**a).size(), 64u);
  (**b).walk([&](mlir::func::FuncOp function) { function.setName("other"); });
  EXPECT_NE(moduleHash(**a), moduleHash(**b));
}

} // namespace
