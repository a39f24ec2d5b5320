// qopt's command line. The only global option state of the project: it belongs
// to this executable, and LLVM's own options are taken out of it first.
#pragma once

#include "tools/libqopt/qopt.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

namespace qopt::tool {

enum ExitCode { Success = 0, Failure = 1, Usage = 2, Unsupported = 3 };

/// By a status's code.
int exitCodeOf(const qrt::Status &status);

/// Loads the --load-pass-plugin= libraries of the command line and registers
/// their passes, so that these have flags of their own once it is parsed.
bool loadPlugins(int argc, char **argv);

/// Removes what libraries registered: every option that qopt takes is its own.
void dropForeignOptions();

struct CommandLine {
  CommandLine();
  /// False after messages on standard error.
  bool parse(int argc, char **argv);

  llvm::cl::OptionCategory category;
  llvm::cl::opt<std::string> input, output, from, mean, deviation;
  llvm::cl::list<std::string> inputs, outputs, plugins;
  llvm::cl::opt<int64_t> costBatch;
  llvm::cl::opt<bool> printCost, verifyRoundtrip, verifyDiagnostics, splitInput;
  mlir::PassPipelineCLParser passes;

  LoadOptions loadOptions() const;

private:
  bool check();
};

} // namespace qopt::tool
