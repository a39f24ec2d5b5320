// Bytecode says which meaning of the operations it was written with.
#include "ir/bytecode_version.h"

#include "test/ir/parsed.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <gtest/gtest.h>

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

// Whether it is read, and what is said of it.
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
  EXPECT_NE(said.find("made by a newer qopt: its operations are of version 2, and version 1 is "
                      "read here"),
            std::string::npos)
      << said;
}

} // namespace
} // namespace qopt::nn
