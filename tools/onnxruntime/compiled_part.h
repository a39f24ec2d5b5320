// A part of a graph as a program: imported, rewritten and compiled, ready to run.
#pragma once

#include "tools/libqopt/qopt_mlir.h"
#include "tools/onnxruntime/graph.h"

#include <functional>

namespace qopt::ort {

class StatedSizes;

struct CompiledPart {
  std::shared_ptr<mlir::MLIRContext> context; // it outlives module and model
  Module module;                              // it is rewritten, and here only if it is stored
  std::unique_ptr<CompiledModel> model;
  /// The model is null where no output has an element at sizes that are stated; these are their
  /// shapes.
  std::vector<qrt::Shape> emptyOutputs;
  std::shared_ptr<StatedSizes> stated;      // null: no size is open, or the graph is not known
  std::vector<std::string> inputs, outputs; // names of values, in the model's order
  std::vector<int> inputTypes;              // ONNX's numbers
  /// Outputs are to be of these types: packed where the model has a byte for each element of fewer
  /// bits.
  std::vector<qrt::ElementType> outputTypes;
  int64_t multiplyAdds = 0; // a run at batch 1 takes them
  bool isQuantized = false; // a run computes steps
  std::string place;        // it stands in messages, "net.onnx: Conv 'conv1': "
  /// Places of single nodes, by the importer's keys of layers: "net.onnx: Mul '/Mul_2': ".
  std::map<std::string, std::string> places;
};

/// Returns the place of the node whose layer the message names, or else the part's.
const std::string &placeOf(const CompiledPart &part, const std::string &message);

/// A Refusal tells why a part is none, and names the layers concerned by the importer's keys, where
/// there are any.
struct Refusal {
  qrt::Status status;
  std::vector<std::pair<std::string, std::string>> layers; // which, why
};

/// Fills `part.outputTypes`: `types` are what ONNX Runtime gives the outputs, by ONNX's numbers,
/// and count where an output has a name. Returns Unsupported, saying what differs, where the model
/// has other inputs or outputs than `part` states, or reads or makes other elements.
qrt::Status setOutputTypes(CompiledPart &part, const std::vector<int> &types);

struct PartOptions {
  std::shared_ptr<qrt::Device> device; // of all parts of the session; null: the reference
  /// A program may ask for more than its part is to have, and the part is none then: null asks
  /// nothing.
  std::function<qrt::Status(const CompiledPart &)> check;
  bool keepsModules = false;
  CompileOptions compile;
  std::function<void(LogLevel, const std::string &)> say;
};

/// Returns what `part`, which outlives them, is compiled by: programs that are made as sizes come
/// are told of.
CompileOptions compileOptionsOf(const CompiledPart &part, const PartOptions &options);

/// Compiles for options.device.
qrt::Expected<std::unique_ptr<CompiledModel>>
modelOf(mlir::ModuleOp module, const CompiledPart &part, const PartOptions &options);

/// Null after `refusal` is filled. A graph of which a run computes steps, in whatever operators,
/// becomes integer operations, with the bits of `qopt --absorb-qdq --fold-dequant`; a float graph,
/// of which weights may be steps, is folded first, f32 stays.
std::shared_ptr<CompiledPart> compilePart(const GraphPart &part, const PartOptions &options,
                                          Refusal &refusal);

/// The same of a part whose sizes are those of a run: it may leave nothing to compute, and has no
/// sizes of others to fall back on.
std::shared_ptr<CompiledPart> compileStated(const GraphPart &part, const PartOptions &options,
                                            Refusal &refusal);

} // namespace qopt::ort
