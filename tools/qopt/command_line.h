// qopt's command line. The only global option state of the project: it belongs
// to this executable, and LLVM's own options are taken out of it first.
#pragma once

#include "passes/transforms/transforms.h"
#include "tools/io/exit_code.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

namespace qopt::tool {

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
  llvm::cl::opt<std::string> input, output, from, emit, device, described, tuning, floatOrder;
  llvm::cl::list<std::string> libraries;
  std::vector<std::unique_ptr<llvm::cl::opt<std::string>>> preprocess; // as nn::preprocessSettings
  llvm::cl::list<std::string> inputs, outputs, shapes, bindings;
  llvm::cl::opt<std::string> weights, phase, transforms;
  llvm::cl::list<std::string> stages, plugins;
  llvm::cl::opt<std::string> other; // of --compare
  llvm::cl::opt<int64_t> costBatch;
  llvm::cl::opt<bool> dynamicBatch, explain, printCost, summarize, verifyRoundtrip,
      verifyDiagnostics, splitInput;
  mlir::PassPipelineCLParser passes;

  const LoadOptions &loadOptions() const { return load; }
  const std::vector<Transform> &transformList() const { return readTransforms; }
  qrt::FloatOrder order() const { return readOrder; }
  bool emitsOnnx() const { return emit == "onnx" || emit == "onnx-qdq"; }
  bool emitsTflite() const { return emit == "tflite"; }
  /// A model in a format of others.
  bool emitsModel() const { return emitsOnnx() || emitsTflite(); }
  bool emitsDrawing() const { return emit == "svg" || emit == "dot"; }

private:
  bool check();
  bool checkEmitted(llvm::StringRef target);
  bool readLoadOptions();
  bool parseTransformList();
  bool readPreprocess();
  bool checkReports();

  bool checkDevice();
  /// "--emit", where it was given twice; "" where no option was that takes one value.
  std::string repeatedOption() const;

  LoadOptions load;
  std::vector<Transform> readTransforms;
  qrt::FloatOrder readOrder = qrt::FloatOrder::Fast;
};

} // namespace qopt::tool
