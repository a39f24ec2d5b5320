// qopt [options] INPUT [passes…] -o OUT
#include "tools/qopt/actions.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/image_order.h"
#include "tools/libqopt/memory.h"
#include "tools/qopt/idle_passes.h"
#include "tools/qopt/pass_files.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/InitLLVM.h"

#include <cstdlib>

using namespace mlir;
using qrt::Expected;
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

/// Refuses to write over a file that is read: its content would be lost, even where all is read
/// before anything is written.
static Status checkOutput(const CommandLine &line, PassManager &passes) {
  if (line.output.empty() || line.output == "-")
    return {};
  std::vector<std::string> sources{line.input, line.weights, line.described, line.tuning};
  sources.insert(sources.end(), line.plugins.begin(), line.plugins.end());
  const std::string output = line.output.getValue();
  if (Status status = io::checkWritable(output, sources); !status.ok())
    return status;
  // Only the passes, and a plugin's, know which of their options name files.
  if (!io::checkWritable(output, valuesOfOptions(passes)).ok())
    return qrt::invalidArgument("'" + output +
                                "' is there and is the value of a pass's option, which may read "
                                "it: write to another file");
  return {};
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
  if (failed(runTransforms(module, line.transformList())))
    return Failure;
  if (line.splitInput || line.verifyDiagnostics)
    return succeeded(manager.run(module)) ? Success : Failure;
  IdlePasses idle(module, manager);
  if (failed(manager.run(module)))
    return Failure;
  idle.report();
  return Success;
}

static int summarize(ModuleOp module, CommandLine &line) {
  Status summed;
  Status written = io::writeStdout(
      [&](llvm::raw_ostream &stream) { summed = printSummary(module, line.costBatch, stream); });
  return report(written.ok() ? summed : written);
}

/// The inputs are all that is imported of a model that is not supported.
static int summarizeUnsupported(MLIRContext &context, CommandLine &line, const Status &refused,
                                const std::vector<UnsupportedUse> &uses) {
  LoadOptions options = line.loadOptions();
  options.inputsAlone = true;
  auto inputs = loadModule(context, line.input, options);
  Status written = io::writeStdout([&](llvm::raw_ostream &stream) {
    printUnsupported(inputs ? **inputs : ModuleOp(), uses, stream);
  });
  int code = report(refused);
  return written.ok() ? code : report(written);
}

/// The model; or what is to be said of one that cannot be loaded, as an exit code.
static Expected<Module> load(MLIRContext &context, CommandLine &line, int &code) {
  std::vector<UnsupportedUse> uses;
  LoadOptions options = io::optionsFor(line.loadOptions(), line.input, {line.input, line.other});
  options.onUnsupported = [&](const std::string &what, const std::vector<std::string> &layers) {
    uses.push_back({what, layers});
  };
  auto module = loadModule(context, line.input, options);
  if (!module)
    code = line.summarize && !uses.empty()
               ? summarizeUnsupported(context, line, module.status(), uses)
               : report(module.status());
  return module;
}

/// Formats that have images in other orders say other names and layouts of one network. A module
/// has those of the file that it was made of, which an ONNX or Caffe file's user takes to count.
static Compared comparedBy(const CommandLine &line) {
  const std::string first = line.from.empty() ? formatOf(line.input) : line.from.getValue();
  const std::string second = formatOf(line.other);
  const bool isModule = first == "mlir" || second == "mlir";
  const bool hasLast = hasImagesLast(first) || hasImagesLast(second);
  return first != second && (!isModule || hasLast) ? Compared::AcrossFormats : Compared::Exactly;
}

static int compareWith(MLIRContext &context, ModuleOp module, const CommandLine &line) {
  const LoadOptions &all = line.loadOptions();
  LoadOptions given; // of the network's files; cuts and sizes are the first model's
  given.weights = all.weights;
  given.phase = all.phase;
  given.stages = all.stages;
  if (formatOf(line.other) != "mlir") // a module is compared with what it says itself
    given.preprocess = all.preprocess;
  auto other =
      loadModule(context, line.other, io::optionsFor(given, line.other, {line.input, line.other}));
  return other ? compareModules(module, **other, comparedBy(line)) : report(other.status());
}

static Status finish(ModuleOp module, CommandLine &line) {
  if (line.verifyRoundtrip)
    if (Status status = verifyRoundtrip(module); !status.ok())
      return status;
  if (line.printCost)
    if (Status status = printCost(module, line.costBatch, llvm::errs()); !status.ok())
      return status;
  if (line.emitsOnnx())
    return writeOnnx(module, line.emit == "onnx-qdq", line.input, line.output);
  if (line.emitsTflite())
    return writeTflite(module, line.input, line.output);
  if (line.emitsDrawing())
    return writeDrawing(module, line.emit == "svg" ? Drawn::Svg : Drawn::Dot, line.input,
                        line.output);
  if (!line.emit.empty())
    return writeProgram(module,
                        {line.device, line.described, line.tuning, line.order(), line.libraries},
                        line.emit == "kernels" ? Emitted::Kernels : Emitted::Program, line.output);
  return writeModule(module, line.output);
}

static int run(CommandLine &line) {
  auto context = makeContext();
  ScopedDiagnosticHandler printer(context.get(), [&](Diagnostic &diagnostic) {
    llvm::errs() << renderDiagnostic(diagnostic, line.input) << "\n";
  });
  PassManager passes(context.get()); // a bad option is found before a large model is read
  if (!buildPipeline(passes, line))
    return Usage;
  if (line.splitInput || line.verifyDiagnostics)
    return runTestFile(line);
  if (Status status = checkOutput(line, passes); !status.ok())
    return report(status);
  int loaded = Success;
  auto module = load(*context, line, loaded);
  if (!module)
    return loaded;
  if (int code = runPasses(**module, line); code != Success)
    return code;
  if (line.summarize)
    return summarize(**module, line);
  if (!line.other.empty())
    return compareWith(*context, **module, line);
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
  qopt::throwWhereMemoryEnds();
  try {
    return run(line);
  } catch (const std::bad_alloc &) { // of passes, summaries and what is written
    llvm::errs() << line.input << ": error: not enough memory\n";
    llvm::errs().flush();
    std::_Exit(qopt::Failure); // what was left behind on the way may not be taken down
  }
}
