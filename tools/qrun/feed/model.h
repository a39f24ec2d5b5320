// A model file on a device: shared by the subcommands.
#pragma once

#include "tools/io/exit_code.h"
#include "tools/libqopt/flows/feed/subject.h"
#include "tools/qrun/command/usage.h"

#include <functional>
#include <stdexcept>

namespace CLI {
class App;
}

namespace qopt::run {

/// A file that the environment names and that cannot be used is thrown (main tells it, exit 1).
struct UnusableFile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The sizes of what is to be fed, for dimensions that a model leaves open.
class FeedShapes {
public:
  virtual ~FeedShapes() = default;
  /// Checks that the files are there, before a model is read for them.
  virtual qrt::Status checkFiles() const { return {}; }
  /// Returns the sizes to choose from, for LoadOptions::shapesAtHand.
  virtual qrt::Expected<LoadOptions::ShapeChoices>
  choices(const std::vector<Port> &ports) const = 0;
  /// Returns whether the model has to be loaded with these sizes, because no program that is made
  /// as shapes come can take them.
  virtual bool mustBind(const std::vector<Port> &ports) const = 0;
  /// Checks that what is to be fed can have the meaning that the network gives it.
  virtual qrt::Status check(mlir::ModuleOp) const { return {}; }
};

/// Reads a model file. Diagnostics name the file.
qrt::Expected<Loaded> loadFile(const std::string &path, const LoadOptions &load);
/// Does the same, and takes sizes that cannot stay open from `feed`.
qrt::Expected<Loaded> loadFor(const FeedShapes &feed, const std::string &path, LoadOptions load);

/// A command's choices of how it compiles.
struct CompileChoices {
  qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast;
  std::vector<std::string> libraries;
};

/// Returns options with the user's kernel cache, what was chosen, and the measured choices of
/// kernels that hold by default. A file that the environment names and that cannot be read is an
/// UnusableFile, which is thrown.
CompileSettings compileOptions(const CompileChoices &choices);
/// Returns options with the choices of --tuning, where it is given (empty: as heuristics choose),
/// which is for `models` that are not compiled yet and for devices that take kernels.
qrt::Expected<CompileSettings>
compileOptions(const CompileChoices &choices, const std::optional<std::string> &tuning,
               llvm::ArrayRef<std::string> models, llvm::ArrayRef<std::string> devices);

/// A model file, or a .qart file, on a device: loads, applies `rewrite` to the module if given, and
/// compiles. Every message names the file.
qrt::Expected<Subject> openSubject(const std::string &path, const std::string &device,
                                   const LoadOptions &load, Subject::Rewrite rewrite,
                                   const CompileSettings &how);
/// Does the same, and takes sizes that cannot stay open from `feed`.
qrt::Expected<Subject> openSubjectFor(const FeedShapes &feed, const std::string &path,
                                      const std::string &device, const LoadOptions &load,
                                      Subject::Rewrite rewrite, const CompileSettings &how);

/// ".onnx, …, .mlirbc or .qart"
std::string runnableFiles();

/// Adds --shape, --bind and the options of imports, which every subcommand that reads models has.
void addLoadOptions(CLI::App &command, LoadOptions &options);
/// Adds all of them but --shape.
void addSourceOptions(CLI::App &command, LoadOptions &options);
/// Adds --use-binaries, for subcommands that take .qart files.
void addBinariesOption(CLI::App &command, LoadOptions &options);
/// Adds --float-order and --libraries, which every subcommand with --device has.
void addCompileChoices(CLI::App &command, CompileChoices &choices);
/// Adds --float-order under this name; `take` gets its value.
void addFloatOrderOption(CLI::App &command, const std::string &name,
                         const std::function<void(qrt::FloatOrder)> &take);
/// Adds --tuning, for subcommands that compile.
void addTuningOption(CLI::App &command, std::optional<std::string> &file);

} // namespace qopt::run
