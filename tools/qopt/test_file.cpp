#include "tools/qopt/actions.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace qopt::tool {

/// One part of the file, in a context of its own.
static LogicalResult runPart(std::unique_ptr<llvm::MemoryBuffer> part, CommandLine &line,
                             llvm::raw_ostream &stream) {
  auto context = makeContext();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(part), llvm::SMLoc());
  if (line.verifyDiagnostics) {
    SourceMgrDiagnosticVerifierHandler handler(*sources, context.get());
    if (Module module = parseSourceFile<ModuleOp>(sources, context.get()))
      (void)runPasses(*module, line); // what it says is what is checked
    return handler.verify();
  }
  SourceMgrDiagnosticHandler handler(*sources, context.get());
  Module module = parseSourceFile<ModuleOp>(sources, context.get());
  if (!module || runPasses(*module, line) != Success)
    return failure();
  module->print(stream);
  return success();
}

int runTestFile(CommandLine &line) {
  std::string message;
  auto buffer = openInputFile(line.input, llvm::Align(64), &message); // for bytecode
  if (!buffer) {
    llvm::errs() << "qopt: error: " << message << "\n";
    return Failure;
  }
  auto run = [&](std::unique_ptr<llvm::MemoryBuffer> part, llvm::raw_ostream &stream) {
    return runPart(std::move(part), line, stream);
  };
  LogicalResult result =
      splitAndProcessBuffer(std::move(buffer), run, llvm::outs(),
                            line.splitInput ? kDefaultSplitMarker : llvm::StringRef(),
                            line.splitInput ? kDefaultSplitMarker : llvm::StringRef());
  return succeeded(result) ? Success : Failure;
}

} // namespace qopt::tool
