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
  /// For LoadOptions::shapesAtHand.
  virtual qrt::Expected<LoadOptions::ShapeChoices>
  choices(const std::vector<Port> &ports) const = 0;
  /// No program that is made as shapes come takes them: the model is loaded with the sizes.
  virtual bool mustBind(const std::vector<Port> &ports) const = 0;
  /// Checks that what is to be fed can have the meaning that the network gives it.
  virtual qrt::Status check(mlir::ModuleOp) const { return {}; }
};

/// Reads a model file. Diagnostics name the file.
qrt::Expected<Loaded> loadFile(const std::string &path, const LoadOptions &load);
/// The same, open sizes from what is to be fed where they cannot stay open.
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
/// The same, open sizes from what is to be fed where they cannot stay open.
qrt::Expected<Subject> openSubjectFor(const FeedShapes &feed, const std::string &path,
                                      const std::string &device, const LoadOptions &load,
                                      Subject::Rewrite rewrite, const CompileSettings &how);

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

} // namespace qopt::run
