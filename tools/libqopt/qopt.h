// libqopt: from a model file or a module built in memory to a program on a
// device, for hosts that compile at run time. Together with libqrt (qrt.h) it
// is all that such a host links. Nothing throws; errors are qrt::Status whose
// message names the file, the place and the layer.
//
//   auto context = qopt::makeContext();
//   auto module = qopt::loadModule(*context, "net.onnx");
//   qopt::runPasses(**module, "fold-batch-norm");
//   auto model = qopt::CompiledModel::compile(**module, "host:4");
//   auto outputs = model->run({input});
//
// StatusCode::Unsupported means an operator or type that this build or device
// cannot do (exit code 3 of the tools); everything else is the model's, the
// file's or the caller's fault.
#pragma once

#include "ir/dims.h"
#include "ir/quant_type.h"
#include "runtime/core/driver.h"
#include "runtime/format/program.h"
#include "runtime/numerics/status.h"
#include "runtime/numerics/tensor.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qopt {

/// A context that knows our dialects; registers our passes, too.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// The formats that are read ("onnx", …, "mlir"), and the extensions they go by.
std::vector<std::string> formatNames();
std::vector<std::string> formatExtensions();
/// "a, b or c", for messages.
std::string alternatives(const std::vector<std::string> &words);
/// By extension ("-": mlir); empty for others.
std::string formatOf(llvm::StringRef path);

/// Where text and bytecode come from. Unknown: they are read in a child process
/// first, so that damaged bytes end in a Status (upstream's readers crash on
/// some). Trusted: the caller's own, read here at once.
enum class Origin { Unknown, Trusted };

struct LoadOptions {
  std::string format; // empty: formatOf(path)
  /// Cut the graph at these values; empty: the model's own.
  std::vector<std::string> inputs, outputs;
  /// The second file of formats that keep their weights apart.
  std::string weights;
  Origin origin = Origin::Unknown;
};

using Module = mlir::OwningOpRef<mlir::ModuleOp>;

/// Reads and verifies. "-" is standard input, as MLIR text or bytecode.
qrt::Expected<Module> loadModule(mlir::MLIRContext &context, const std::string &path,
                                 const LoadOptions &options = {});

/// The same for text or bytecode in memory.
qrt::Expected<Module> parseModule(mlir::MLIRContext &context, llvm::StringRef source,
                                  Origin origin = Origin::Unknown);

/// Runs passes on the module: "fold-batch-norm,insert-quant{profile=qopt}", or
/// a whole "builtin.module(…)". After an error the module is unusable.
qrt::Status runPasses(mlir::ModuleOp module, llvm::StringRef pipeline);

/// Compiles the entry for a device, without loading it.
qrt::Expected<std::shared_ptr<const qrt::Program>> compile(mlir::ModuleOp module,
                                                           const qrt::DeviceDescription &device);

/// An input or output of the entry.
struct Port {
  std::string name;        // an output's own, or the value's key
  qrt::ElementType type;   // as stored
  nn::SymbolicShape shape; // logical order (NCHW)
  std::optional<nn::QuantParams> quantization;
  std::vector<double> mean, std; // #nn.preprocess; empty: none
  qrt::Shape shapeAt(int64_t batch) const;
};

struct CompileOptions {
  bool observe = false; // collect the range of every f32 value that has a key
  /// Asked once, by a device that compiles kernels; may give null.
  std::function<qrt::KernelCache *()> cache;
  std::function<void(size_t done, size_t total)> progress;
};

using Observations = std::vector<std::pair<std::string, qrt::MinMax>>;

/// A module on a device. "reference" is the evaluator: exact, on all cores.
/// Others: "host", "host:4", "opencl", "opencl:1", … (qrt::openDevice).
class CompiledModel {
public:
  static qrt::Expected<std::unique_ptr<CompiledModel>>
  compile(mlir::ModuleOp module, const std::string &device, const CompileOptions &options = {});
  virtual ~CompiledModel() = default;

  const std::vector<Port> &inputs() const { return inputPorts; }
  const std::vector<Port> &outputs() const { return outputPorts; }
  /// The batch may vary from run to run (false: every `?` is absent).
  bool dynamicBatch() const;

  /// One dense tensor per input, in order, of the port's type and shape at one
  /// batch, which follows from them. Returns new tensors, one per output.
  qrt::Expected<std::vector<qrt::Tensor>> run(std::span<const qrt::Tensor> inputs);
  qrt::Expected<std::vector<qrt::Tensor>> run(std::initializer_list<qrt::Tensor> inputs) {
    return run(std::span(inputs.begin(), inputs.size()));
  }

  /// Ranges by key since the last reset, in the order of computation; NotFound
  /// unless compiled to observe.
  virtual qrt::Expected<Observations> observations() = 0;
  virtual qrt::Status resetObservations() = 0;

  /// Null for the reference.
  virtual const qrt::Program *program() const { return nullptr; }
  virtual const qrt::DeviceDescription &device() const = 0;
  /// What the device holds for activations while it runs a batch, inputs and
  /// outputs included; 0 for the reference, which plans nothing.
  virtual int64_t activationBytes(int64_t) const { return 0; }

protected:
  virtual qrt::Status execute(int64_t batch, std::span<const qrt::Tensor> inputs,
                              std::vector<qrt::Tensor> &outputs) = 0;
  std::vector<Port> inputPorts, outputPorts;
};

/// Makes every value of the entry that has a key an output of it, once each,
/// after the outputs it has: for comparing networks value by value.
qrt::Status exposeAllValues(mlir::ModuleOp module);

/// Bytes of the module's distinct constants, biases and tables included.
int64_t weightBytes(mlir::ModuleOp module);
/// Multiply-adds of one run of the entry at `batch`.
int64_t multiplyAdds(mlir::ModuleOp module, int64_t batch);

/// SHA-256 in hexadecimal of the module's text without locations; weights
/// count by their content hashes.
std::string moduleHash(mlir::ModuleOp module);

} // namespace qopt
