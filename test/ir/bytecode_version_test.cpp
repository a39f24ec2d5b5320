// Bytecode says which meaning of the operations it was written with.
#include "ir/bytecode_version.h"

#include "test/ir/parsed.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>
#include <set>

using namespace mlir;

namespace qopt::nn {
namespace {

constexpr char storedNetwork[] =
    R"(func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  %y = nn.neg %x {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
})";

std::string written(ModuleOp module, uint64_t version) {
  BytecodeWriterConfig config;
  config.setDialectVersion<NNDialect>(std::make_unique<BytecodeVersion>(version));
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  EXPECT_TRUE(succeeded(writeBytecodeToFile(module, stream, config)));
  return bytes;
}

// Returns whether the bytecode is read; `said` receives the diagnostics.
bool reads(const std::string &bytes, MLIRContext *context, std::string &said) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    said += diagnostic.str() + "\n";
    return success();
  });
  Block block;
  return succeeded(
      readBytecodeFile(llvm::MemoryBufferRef(bytes, "net"), &block, ParserConfig(context)));
}

TEST(BytecodeVersion, ThisOneIsReadAndANewerOneIsRefused) {
  qopt::test::Parsed parsed(storedNetwork);
  auto module = parsed.function()->getParentOfType<ModuleOp>();
  std::string said;
  EXPECT_TRUE(reads(written(module, bytecodeVersion), module.getContext(), said)) << said;
  EXPECT_FALSE(reads(written(module, bytecodeVersion + 1), module.getContext(), said));
  EXPECT_NE(said.find("made by a newer qopt: its operations are of version 4, and version 3 is "
                      "read here"),
            std::string::npos)
      << said;
}

/// The network reads back, written as of the older version and as of this one.
void expectReadAs(llvm::StringRef text, uint64_t older) {
  qopt::test::Parsed parsed(text.str());
  auto module = parsed.function()->getParentOfType<ModuleOp>();
  for (uint64_t version : {older, bytecodeVersion}) {
    std::string said;
    EXPECT_TRUE(reads(written(module, version), module.getContext(), said)) << said;
  }
}

constexpr char storedLayer[] =
    R"(func.func @main(%x: tensor<3x2x8xf32> {nn.name = "x"}, %r: tensor<1x8x2xf32> {nn.name = "r"}) -> tensor<3x1x2x2xf32> {
  %y:3 = nn.lstm %x, %r {nn.name = "y", activations = ["sigmoid", "tanh", "tanh"], input_forget, clip = 2.0 : f32} : (tensor<3x2x8xf32>, tensor<1x8x2xf32>) -> (tensor<3x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>)
  return %y#0 : tensor<3x1x2x2xf32>
})";

// rounds_state is of version 2: the attributes behind it lie elsewhere in version 1.
TEST(BytecodeVersion, AnLstmOfVersionOneIsRead) { expectReadAs(storedLayer, 1); }

constexpr char storedAttention[] =
    R"(func.func @main(%x: tensor<1x2x3x4xf32> {nn.name = "x"}) -> tensor<1x2x3x4xf32> {
  %y = nn.attention %x, %x, %x {nn.name = "y", scale = 0.5 : f32, softcap = 2.0 : f32} : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %y : tensor<1x2x3x4xf32>
})";

// fill and nan_as_zero are of version 3, and lie in front of the others.
TEST(BytecodeVersion, AttentionOfVersionTwoIsRead) { expectReadAs(storedAttention, 2); }

// Bytecode knows attributes by their place in this list. A line that becomes another one needs an
// encoding by version (ir/ops/recurrent/recurrent_encoding.cpp). A new operation may be missing:
// its line is added before a release that promises to read it (docs/compatibility.md).
TEST(BytecodeVersion, AttributesOfOperationsLieWhereTheyLay) {
  qopt::test::Parsed parsed(storedNetwork);
  std::set<std::string> lines;
  for (RegisteredOperationName name :
       parsed.function()->getContext()->getRegisteredOperationsByDialect("nn")) {
    std::string line = name.getStringRef().str();
    for (StringAttr attribute : name.getAttributeNames())
      line += " " + attribute.str();
    lines.insert(line + "\n");
  }
  auto stored = llvm::MemoryBuffer::getFile(QOPT_SOURCE_DIR "/test/ir/Inputs/attributes.txt",
                                            /*IsText=*/true);
  ASSERT_TRUE(stored) << stored.getError().message();
  SmallVector<StringRef> promised;
  (*stored)->getBuffer().split(promised, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  EXPECT_FALSE(promised.empty());
  for (StringRef line : promised)
    EXPECT_TRUE(lines.contains(line.str() + "\n"))
        << line.str() << " of version " << bytecodeVersion;
}

} // namespace
} // namespace qopt::nn
