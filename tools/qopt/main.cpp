// qopt [options] INPUT [passes…] -o OUT
#include "tools/qopt/actions.h"

#include "tools/libqopt/diagnostics.h"
#include "tools/qopt/idle_passes.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;
using qrt::Status;

namespace qopt::tool {

/// --explain. Passes that have nothing to explain do not have the option.
static bool explainAll(PassManager &manager) {
  bool any = false;
  for (Pass &pass : manager.getPasses())
    any |= succeeded(
        pass.initializeOptions("explain=true", [](const llvm::Twine &) { return failure(); }));
  if (!any)
    llvm::errs() << "qopt: error: --explain: no pass here has anything to explain; see "
                    "qopt --help\n";
  return any;
}

/// Reading the passes' options may fail: that is the command line's fault.
static bool buildPipeline(PassManager &manager, CommandLine &line) {
  std::string why;
  auto remember = [&](const llvm::Twine &message) {
    why += (why.empty() ? "" : "; ") + message.str();
    return failure();
  };
  if (failed(applyPassManagerCLOptions(manager)) ||
      failed(line.passes.addToPipeline(manager, remember))) {
    llvm::errs() << "qopt: error: " << llvm::StringRef(why).trim() << "; see qopt --help\n";
    return false;
  }
  return !line.explain || explainAll(manager);
}

int runPasses(ModuleOp module, CommandLine &line) {
  PassManager manager(module->getContext());
  if (!buildPipeline(manager, line))
    return Usage;
  applyDefaultTimingPassManagerCLOptions(manager);
  if (line.splitInput || line.verifyDiagnostics)
    return succeeded(manager.run(module)) ? Success : Failure;
  IdlePasses idle(module, manager);
  if (failed(manager.run(module)))
    return Failure;
  idle.report();
  return Success;
}

static Status finish(ModuleOp module, CommandLine &line) {
  if (line.verifyRoundtrip)
    if (Status status = verifyRoundtrip(module); !status.ok())
      return status;
  if (line.printCost)
    if (Status status = printCost(module, line.costBatch, llvm::errs()); !status.ok())
      return status;
  if (line.emitsOnnx())
    return writeOnnx(module, line.emit == "onnx-qdq", line.output);
  if (!line.emit.empty())
    return writeProgram(module, line.device,
                        line.emit == "kernels" ? Emitted::Kernels : Emitted::Program, line.output);
  return writeModule(module, line.output);
}

static int run(CommandLine &line) {
  auto context = makeContext();
  ScopedDiagnosticHandler printer(context.get(), [&](Diagnostic &diagnostic) {
    llvm::errs() << renderDiagnostic(diagnostic, line.input) << "\n";
  });
  // A bad pass option is found before a large model is read.
  if (PassManager manager(context.get()); !buildPipeline(manager, line))
    return Usage;
  if (line.splitInput || line.verifyDiagnostics)
    return runTestFile(line);
  auto module = loadModule(*context, line.input, line.loadOptions());
  if (!module)
    return report(module.status());
  if (!line.means.empty())
    if (Status status = setPreprocess(**module, line.means, line.deviations); !status.ok())
      return report(status);
  if (int code = runPasses(**module, line); code != Success)
    return code;
  return report(finish(**module, line));
}

} // namespace qopt::tool

int main(int argc, char **argv) {
  using namespace qopt::tool;
  llvm::InitLLVM init(argc, argv);
  dropForeignOptions();
  (void)qopt::makeContext(); // registers our passes before their flags are made
  if (!loadPlugins(argc, argv))
    return qopt::Failure;
  CommandLine line;
  if (!line.parse(argc, argv))
    return qopt::Usage;
  if (Status status = qrt::chosenIsa().status(); !status.ok()) {
    llvm::errs() << "error: " << status.message() << "\n";
    return qopt::Usage;
  }
  return run(line);
}
