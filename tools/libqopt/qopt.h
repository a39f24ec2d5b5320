// libqopt's face: from a model file to a program on a device, for hosts that
// compile at run time. Together with libqrt (qrt.h) it is all that such a host
// links; no header of MLIR is needed. (qopt_mlir.h is for those who write passes
// or hand in modules of their own.) Errors are qrt::Status whose message names the
// file, the place and the layer. Nothing throws but std::bad_alloc, and that only
// where no Status is returned: text, bytecode, hash, clone, finish. Elsewhere memory
// that runs out is a DeviceError, "not enough memory …", after which the process goes
// on. For that LLVM's own allocations throw, too, from the first call on: the handler
// (llvm::install_bad_alloc_error_handler) is the process's, not ours. A host that has
// one of its own installs it after that call, and its Status are then no promise.
//
//   auto network = qopt::Network::load("net.onnx");
//   network->runPasses("fold-batch-norm");
//   auto model = network->compile("host:4");
//   auto outputs = (*model)->run({input});
//
// StatusCode::Unsupported means an operator or type that this build or device
// cannot do (exit code 3 of the tools); everything else is the model's, the
// file's or the caller's fault.
#pragma once

#include "ir/types/dim.h"
#include "ir/types/preprocess.h"
#include "ir/types/quant_params.h"
#include "runtime/core/driver.h"
#include "runtime/core/ports.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/port.h"
#include "runtime/numerics/types/status.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class ModuleOp;
}

namespace qrt {
struct NamedTensor; // runtime/core/qrt.h
struct WeightPlace; // runtime/format/weight_place.h
} // namespace qrt

namespace qopt {

struct Calibration; // passes/calibrate/calibration.h
struct Tuning;      // measured choices of kernels: tools/libqopt/tuning.h

/// The formats that are read ("onnx", …, "mlir"), and the extensions they go by.
std::vector<std::string> formatNames();
std::vector<std::string> formatExtensions();
/// Tell whether a format keeps weights in a second file, and whether its networks have phases and
/// stages.
bool takesWeights(std::string_view format);
bool hasPhases(std::string_view format);
/// "a, b or c", for messages.
std::string alternatives(const std::vector<std::string> &words);
/// Returns the format by the extension ("-": mlir); empty for others.
std::string formatOf(std::string_view path);
/// Files that a model's file names as its own, ONNX's external data: where they are looked for,
/// whether or not they are there. None where there are none, or where the file cannot be read.
std::vector<std::string> ownFilesOf(const std::string &model);

/// The origin of text and bytecode. Unknown: they are read in a child process first, so that
/// damaged bytes end in a Status (upstream's readers crash on some). Trusted: the caller's own,
/// read here at once.
enum class Origin { Unknown, Trusted };

/// An input or output of the entry. Its `name` is an output's own, or the value's key.
using Port = qrt::PortDescription<nn::Dim>;

struct LoadOptions {
  std::string format; // empty: formatOf(path)
  /// Cut the graph at these values; empty: the model's own.
  std::vector<std::string> inputs, outputs;
  /// The second file of formats that keep their weights apart.
  std::string weights;
  /// For formats with layers for training and for testing: "test" (also: empty) or "train", and the
  /// stages that are on.
  std::string phase;
  std::vector<std::string> stages;
  /// The stages are said of several networks: one that has no rule for them is no mistake.
  bool stagesMayBeOthers = false;
  /// Numbers for sizes that the model leaves open; none: stays open. Messages call it --shape.
  struct Shape {
    std::string input;
    std::vector<std::optional<int64_t>> sizes;
  };
  std::vector<Shape> shapes;
  /// Inputs that become constants, as an importer reads the model (--bind).
  struct Values {
    std::string input;
    std::vector<double> values;
  };
  std::vector<Values> values;
  /// The preprocessing of samples for the image argument, the only argument or the only one of rank
  /// 4; what is not set stays as the model says. Beside a mean of one entry deviations may be
  /// several, and the reverse. (--mean, --std, --resize, --interpolation, --crop, --channels)
  nn::PreprocessOverrides preprocess;
  /// Asked where an importer refuses the model with the sizes that it leaves open: numbers for
  /// them, from arrays at hand, say. The model is imported with each in turn until it is taken.
  using ShapeChoices = std::vector<std::vector<Shape>>;
  std::function<qrt::Expected<ShapeChoices>(const std::vector<Port> &inputs)> shapesAtHand;
  /// A leading dimension of 1 of every input becomes the batch.
  bool freesBatch = false;
  /// Compiled kernels that lie in a .qart file are used (artifact.h).
  bool usesBinaries = false;
  /// The inputs and no layer: what can be said of a model that is not supported.
  bool inputsAlone = false;
  /// Told of each operator, or use of one, that is not supported, with the layers concerned, before
  /// the load fails.
  std::function<void(const std::string &what, const std::vector<std::string> &layers)>
      onUnsupported;
  Origin origin = Origin::Unknown;
};

struct Ports {
  std::vector<Port> inputs, outputs;
};

/// A run's outputs, each as much as there is of it.
std::vector<qrt::Tensor> cutToLengths(const std::vector<Port> &ports,
                                      std::vector<qrt::Tensor> outputs);

/// Told what a step of a start took, as it ends: "parse", "device" (driver and context),
/// "lowering", "kernels", "upload". A step that is done again, as for other shapes, is told again.
using OnStep = std::function<void(std::string_view step, double seconds)>;

struct CompileOptions {
  /// Asked once, by a device that compiles kernels; may give null.
  std::function<qrt::KernelCache *()> cache;
  std::function<void(size_t done, size_t total)> progress;
  OnStep onStep = {};
  /// The terms that float sums may be made of: Fast allows, where kernels and the host have such,
  /// terms other than those of the definition; Direct never does. For a program from a file it says
  /// which programs are taken.
  qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast;
  bool reusesMemory = true; // false: each value has bytes of its own, to see what reuse is worth
  /// The kernels that layers run as, where that was measured; null: heuristics choose. The same
  /// network, device and tuning give the same program.
  std::shared_ptr<const Tuning> tuning;
  /// Libraries whose functions layers may run as, where the device finds them: "clblast". The
  /// program needs them then.
  std::vector<std::string> libraries = {};
  /// Hears of each program made as sizes come, "H=48, W=320", and must not run the model meanwhile.
  std::function<void(const std::string &sizes, double seconds)> onSizes = {};
};

/// `device` as programs are compiled for it that may call these libraries.
qrt::DeviceDescription allowing(qrt::DeviceDescription device,
                                const std::vector<std::string> &libraries);

/// Returns the names of devices that compile takes, for messages: "host[:threads]", …, "reference".
std::vector<std::string> deviceForms();
/// Ok where compile takes it, be there such a device here or not; else what there is.
qrt::Status checkDevice(const std::string &device);

/// Outputs of a run in a device's memory: their data are addresses there; the bytes that each lies
/// in, and the moment from which they are whole.
struct DeviceOutputs {
  std::vector<qrt::Tensor> tensors;
  std::vector<std::shared_ptr<qrt::DeviceBytes>> bytes;
  std::shared_ptr<qrt::DeviceMoment> end;
};

/// A network on a device. "reference" is the evaluator: exact, on all cores.
/// Others: "host", "host:4", "cuda", "opencl:1", … (qrt::openDevice).
class CompiledModel {
public:
  /// For hosts with a module (qopt_mlir.h); others ask a Network.
  static qrt::Expected<std::unique_ptr<CompiledModel>>
  compile(mlir::ModuleOp module, const std::string &device, const CompileOptions &options = {});
  virtual ~CompiledModel() = default;

  const std::vector<Port> &inputs() const { return ports.inputs; }
  const std::vector<Port> &outputs() const { return ports.outputs; }
  /// Sizes may vary from run to run (false: every `?` is absent).
  bool dynamicBatch() const;
  /// Symbols of the inputs' sizes. Where there are more than one, or the network cannot grow with
  /// the batch alone, programs are made as shapes come, and the latest are kept.
  std::vector<std::string> symbols() const;

  /// One dense tensor per input, in order, of the port's type and of a shape that
  /// the port takes; sizes follow from them. Returns new tensors, one per output, of the ports'
  /// shapes: cutToLengths cuts those of which the data decide the length.
  qrt::Expected<std::vector<qrt::Tensor>> run(std::span<const qrt::Tensor> inputs) {
    return run(inputs, qrt::newMemory);
  }
  qrt::Expected<std::vector<qrt::Tensor>> run(std::initializer_list<qrt::Tensor> inputs) {
    return run(std::span(inputs.begin(), inputs.size()));
  }
  /// Runs likewise, with outputs that lie where `memory` says: it is asked for each before the run
  /// begins. The host's programs write there, the reference copies.
  virtual qrt::Expected<std::vector<qrt::Tensor>> run(std::span<const qrt::Tensor> inputs,
                                                      const qrt::OutputMemory &memory);

  /// run() of inputs that lie in the device's own memory, whose data are addresses there, queued on
  /// `stream` (qrt::Executable::runOnDevice): the outputs lie there, too, and are whole at their
  /// end, until which the caller keeps the inputs. The model may go before the outputs do.
  /// Unsupported on the reference, and where the device's memory has no addresses.
  qrt::Expected<DeviceOutputs> runOnDevice(std::span<const qrt::Tensor> inputs,
                                           qrt::DeviceStream stream);
  /// The same with outputs that lie where `memory` says, dense tensors whose data are addresses of
  /// the device's: it is asked for each before the run is queued. Returns the run's end.
  virtual qrt::Expected<std::shared_ptr<qrt::DeviceMoment>>
  runOnDevice(std::span<const qrt::Tensor> inputs, const qrt::OutputMemory &memory,
              qrt::DeviceStream stream);

  /// Bytes in the device's memory for such inputs (qrt::Device::allocate).
  virtual qrt::Expected<std::shared_ptr<qrt::DeviceBytes>>
  allocateOnDevice(size_t bytes, qrt::DeviceStream stream);

  /// The network's weights as qrt::Model::weights has them; of a model whose sizes are open, of a
  /// file of several programs and of the reference, none.
  virtual std::vector<qrt::WeightPlace> weights() const;
  /// Goes on with other weights, of some by name, or all those of `module`, the same network: as
  /// qrt::Model::refit. Kernels that are alike are not compiled again. Unsupported where weights()
  /// has none, which says why.
  virtual qrt::Status refit(std::span<const qrt::NamedTensor> values);
  virtual qrt::Status refit(mlir::ModuleOp module);

  /// Runs once, and says how long each node of program() took, in seconds, by the device's own
  /// clock where it has one. The sum is not a whole run's time: transfers, and what passes between
  /// nodes, belong to none. Unsupported on the reference, which has no nodes.
  virtual qrt::Expected<std::vector<double>> profile(std::span<const qrt::Tensor> inputs);

  /// A run with these inputs in the device's memory, as run() takes them: start() and wait() go
  /// through the network again and again, without copies. Its uploads and downloads are
  /// Executable's, in the order of dimensions that the program's buffers have. The model outlives
  /// it. Unsupported on the reference.
  virtual qrt::Expected<std::shared_ptr<qrt::BoundRun>> bind(std::span<const qrt::Tensor> inputs);

  /// Returns the program, good until a refit; null for the reference, and where none is made yet. A
  /// model whose sizes are open returns that of the latest run, good until program() is called
  /// again.
  virtual const qrt::Program *program() const { return nullptr; }
  virtual const qrt::DeviceDescription &device() const = 0;
  /// Returns the bytes that the device holds for activations while it runs a batch, inputs and
  /// outputs included; 0 for the reference, which plans nothing.
  virtual int64_t activationBytes(int64_t) const { return 0; }
  /// Returns the bytes that it holds in all, likewise.
  virtual qrt::MemoryUse memoryUse(int64_t) const { return {}; }

protected:
  /// A run at `batch`, whose `outputs` lie in `memory`.
  virtual qrt::Status execute(int64_t batch, std::span<const qrt::Tensor> inputs,
                              const qrt::OutputMemory &memory,
                              std::vector<qrt::Tensor> &outputs) = 0;
  Ports ports;

private:
  friend class Network;
  std::shared_ptr<const void> owner; // what a network's own model needs to live
};

/// A network in memory: what a file says, and what passes made of it. For one
/// thread at a time; a clone shares its weights, and counts as the same network
/// there. Compiled models need it no longer.
class Network {
public:
  /// Reads and verifies. "-" is standard input, as MLIR text or bytecode.
  static qrt::Expected<Network> load(const std::string &path, const LoadOptions &options = {});
  /// MLIR text or bytecode in memory, which is copied.
  static qrt::Expected<Network> parse(std::string_view bytes, Origin origin = Origin::Unknown);

  Network(Network &&) noexcept;
  Network &operator=(Network &&) noexcept;
  ~Network();
  Network clone() const;

  /// Warnings of passes, which go to standard error unless there is someone to take them.
  void onWarning(std::function<void(const std::string &)> take);
  /// "fold-batch-norm,insert-quant{profile=qopt}", or a whole "builtin.module(…)".
  /// After an error the network is unusable.
  qrt::Status runPasses(std::string_view pipeline);
  /// Ranges for passes to come, from what a Calibrator measured (calibrator.h): fails for a key
  /// that no value has, and then nothing was set.
  qrt::Status calibrate(const Calibration &calibration);

  qrt::Expected<Ports> ports() const;
  qrt::Expected<std::unique_ptr<CompiledModel>> compile(const std::string &device,
                                                        const CompileOptions &options = {}) const;
  /// The entry's program for a device, not loaded: qrt::Model::load does.
  qrt::Expected<std::shared_ptr<const qrt::Program>>
  compile(const qrt::DeviceDescription &device, const Tuning *tuning = nullptr,
          qrt::FloatOrder order = qrt::FloatOrder::Fast) const;

  /// Complete with all weights, for parse, load and the tools.
  std::string text() const;
  std::string bytecode() const;

  /// Bytes of the distinct constants, biases and tables included.
  int64_t weightBytes() const;
  /// Multiply-adds of one run of the entry at `batch`.
  int64_t multiplyAdds(int64_t batch) const;
  /// SHA-256 in hexadecimal of the text without locations.
  std::string hash() const;

private:
  friend class Calibrator;
  struct Parts;
  explicit Network(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts;
};

} // namespace qopt
