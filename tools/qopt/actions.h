// Actions of qopt on a module, besides running passes.
#pragma once

#include "tools/qopt/command_line.h"

namespace qopt::tool {

/// Arithmetic and traffic of every layer at `batch`, and their sums.
qrt::Status printCost(mlir::ModuleOp module, int64_t batch, llvm::raw_ostream &stream);

/// Prints the module's inputs, outputs and parameters, how many of each operation it has, and
/// printCost's table.
qrt::Status printSummary(mlir::ModuleOp module, int64_t batch, llvm::raw_ostream &stream);

/// A feature of a model that is not supported, and the layers that have it.
struct UnsupportedUse {
  std::string what;
  std::vector<std::string> layers;
};
/// Prints, for a model that cannot be imported, its inputs, which `inputs` alone has (null: not
/// even these are known), and all that is in the way.
void printUnsupported(mlir::ModuleOp inputs, const std::vector<UnsupportedUse> &uses,
                      llvm::raw_ostream &stream);

/// Says on standard output whether both are the same network; the exit code.
enum class Compared { Exactly, AcrossFormats };
int compareModules(mlir::ModuleOp first, mlir::ModuleOp second, Compared what);

/// Text and bytecode read back, in a context of their own, as the same text.
qrt::Status verifyRoundtrip(mlir::ModuleOp module);

/// The program that the module compiles to on `device`, or its kernels' sources, as text. Where
/// `described` is a file's name, the device that it describes in place of one that is here;
/// `tuning` that of measured choices of kernels.
enum class Emitted { Program, Kernels };
struct ProgramOptions {
  std::string device, described, tuning;
  qrt::FloatOrder order;
  std::vector<std::string> libraries;
};
qrt::Status writeProgram(mlir::ModuleOp module, const ProgramOptions &options, Emitted what,
                         const std::string &path);

/// The module, made of the file `source`, as an ONNX model, its quantized layers as pairs where
/// `pairs` says so.
qrt::Status writeOnnx(mlir::ModuleOp module, bool pairs, const std::string &source,
                      const std::string &path);

/// The same as a TFLite model.
qrt::Status writeTflite(mlir::ModuleOp module, const std::string &source, const std::string &path);

/// The network drawn: SVG with its own layout, or a graph in Graphviz' language. `source` is the
/// file that the module was made of, whose name stands above.
enum class Drawn { Svg, Dot };
qrt::Status writeDrawing(mlir::ModuleOp module, Drawn what, const std::string &source,
                         const std::string &path);

/// Text, or bytecode for .mlirbc; complete with all weights.
qrt::Status writeModule(mlir::ModuleOp module, const std::string &path);

/// Parts of a test file: --split-input-file, --verify-diagnostics.
int runTestFile(CommandLine &line);

/// Applies the command line's passes; the exit code.
int runPasses(mlir::ModuleOp module, CommandLine &line);

} // namespace qopt::tool
