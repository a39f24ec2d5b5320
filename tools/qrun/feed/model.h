// A model file on a device: shared by the subcommands.
#pragma once

#include "tools/io/exit_code.h"
#include "tools/libqopt/artifact.h"
#include "tools/libqopt/qopt_mlir.h"

#include <functional>
#include <stdexcept>

namespace CLI {
class App;
}

namespace qopt::run {

/// Throws what the parser throws for a wrong option (main tells it, and which --help says more): a
/// combination of options that makes no sense.
[[noreturn]] void usageError(const std::string &message);

/// A file that the environment names and that cannot be used is thrown (main tells it, exit 1).
struct UnusableFile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// For an option that takes one of these numbers.
std::function<std::string(const std::string &)> oneOf(std::vector<int64_t> numbers);

/// In their order.
std::vector<std::string> namesOf(llvm::ArrayRef<Port> ports);

/// What is to be fed, as sizes for what a model leaves open.
class FeedShapes {
public:
  virtual ~FeedShapes() = default;
  /// Whether the files are there, before a model is read for them.
  virtual qrt::Status checkFiles() const { return {}; }
  /// For LoadOptions::shapesAtHand.
  virtual qrt::Expected<LoadOptions::ShapeChoices>
  choices(const std::vector<Port> &ports) const = 0;
  /// No program that is made as shapes come takes them: the model is loaded with the sizes.
  virtual bool mustBind(const std::vector<Port> &ports) const = 0;
  /// Whether what is to be fed can mean what the network takes it for.
  virtual qrt::Status check(mlir::ModuleOp) const { return {}; }
};

/// Steps of a start and their seconds (OnStep).
using StartSteps = std::vector<std::pair<std::string, double>>;

/// A model file in memory. Diagnostics name the file.
struct Loaded {
  std::string path;
  std::shared_ptr<mlir::MLIRContext> context; // of all modules made of it
  Module module;                              // null: of a .qart file there is none
  std::vector<LoadOptions::Shape> bound = {}; // sizes that were open and are what is to be fed
  std::shared_ptr<StartSteps> start = std::make_shared<StartSteps>(); // that were told so far

  static qrt::Expected<Loaded> create(const std::string &path, const LoadOptions &load);
  /// The same, open sizes from what is to be fed where they cannot stay open.
  static qrt::Expected<Loaded> createFor(const FeedShapes &feed, const std::string &path,
                                         LoadOptions load);
  /// A copy that messages call `name`.
  Loaded clone(const std::string &name) const { return {name, context, module.get().clone()}; }
};

/// What a command is told of how it compiles.
struct CompileChoices {
  qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast;
  std::vector<std::string> libraries;
};

/// With the user's kernel cache, what was chosen, and the measured choices of kernels that hold by
/// default. A file that the environment names and that cannot be read is an UnusableFile, which
/// is thrown.
CompileOptions compileOptions(const CompileChoices &choices);
/// With those of --tuning, where it is given (empty: as heuristics choose), which is for `models`
/// that are not compiled yet and for devices that take kernels.
qrt::Expected<CompileOptions>
compileOptions(const CompileChoices &choices, const std::optional<std::string> &tuning,
               llvm::ArrayRef<std::string> models, llvm::ArrayRef<std::string> devices);

/// A model file, or a .qart file, on a device.
struct Subject : Loaded {
  std::string device;
  std::shared_ptr<CompiledModel> model;

  /// Loads, applies `rewrite` to the module if given, and compiles. Every message names the file.
  using Rewrite = llvm::function_ref<qrt::Status(mlir::ModuleOp)>;
  static qrt::Expected<Subject> create(const std::string &path, const std::string &device,
                                       const LoadOptions &load, Rewrite rewrite,
                                       const CompileOptions &how);
  /// The same, open sizes from what is to be fed where they cannot stay open.
  static qrt::Expected<Subject> createFor(const FeedShapes &feed, const std::string &path,
                                          const std::string &device, const LoadOptions &load,
                                          Rewrite rewrite, const CompileOptions &how);

  static qrt::Expected<Subject> compile(Loaded loaded, const std::string &device, Rewrite rewrite,
                                        const CompileOptions &how);

  /// Of the module, or of the program that ran.
  int64_t weightBytes() const;
  int64_t multiplyAdds(int64_t batch) const;

private:
  static qrt::Expected<Subject> openArtifact(const std::string &path, const std::string &device,
                                             const LoadOptions &load, const CompileOptions &how);
};

/// ".onnx, …, .mlirbc or .qart"
std::string runnableFiles();

/// --shape and --bind, of every subcommand that reads models.
void addLoadOptions(CLI::App &command, LoadOptions &options);
/// All of them but --shape.
void addSourceOptions(CLI::App &command, LoadOptions &options);
/// --use-binaries, of those that take .qart files.
void addBinariesOption(CLI::App &command, LoadOptions &options);
/// --float-order and --libraries, of every subcommand that has --device.
void addCompileChoices(CLI::App &command, CompileChoices &choices);
/// --float-order, or that under another name, for whoever takes what it says.
void addFloatOrderOption(CLI::App &command, const std::string &name,
                         const std::function<void(qrt::FloatOrder)> &take);
/// --tuning, of those that compile.
void addTuningOption(CLI::App &command, std::optional<std::string> &file);

/// Noise and timings need to know every size but the batch.
qrt::Status checkSizesKnown(const std::string &path, const CompiledModel &model);

} // namespace qopt::run
