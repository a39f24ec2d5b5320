// The entry's values as an ONNX graph has them: one of a quantized type as its steps, and as the
// real value that stands before QuantizeLinear or behind DequantizeLinear.
#pragma once

#include "importers/onnx/export/draft.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <optional>
#include <utility>

namespace qopt::onnx {

/// Initializers of a quantized type; the axis is −1 where it is quantized per tensor.
struct Parameters {
  std::string scale, zero;
  int64_t axis = -1;
};

/// The file's names for a value: as it is stored, and for steps also the real value that stands for
/// them. A quantized constant's type stands at the node that dequantizes it.
struct WrittenName {
  mlir::Value value;
  std::string stored, real, dequantizer;
  bool isTransposed = false;           // a constant matrix, its dimensions swapped
  std::optional<int64_t> openDim = {}; // of which the data decide how much there is
};
/// The node that gives a layer's result; whether it is the operator that ONNX has for the
/// operation, and whether no node before it computes a part of the layer.
struct WrittenLayer {
  mlir::Operation *op;
  std::string node;
  bool isOperator, isAlone;
};
struct WrittenNames {
  std::vector<WrittenName> values;
  std::vector<WrittenLayer> layers;
};

/// Rows become columns.
qrt::Tensor transposedMatrix(const qrt::Tensor &matrix);

class GraphWriter {
public:
  GraphWriter(mlir::func::FuncOp entry, Draft &draft);

  /// The graph's inputs.
  void begin();
  /// The graph's outputs: all results but those that say how much of another there is.
  void end();

  /// A value as it is read: real, for which steps are dequantized once; or as it is stored.
  std::string real(mlir::Value value);
  std::string stored(mlir::Value value);
  /// Returns the name that a node has to give the value. Behind a real value, `written` brings it
  /// to its steps.
  std::string defineReal(mlir::Value value);
  std::string defineStored(mlir::Value value);
  void written(mlir::Value value);

  /// A value that is known after all.
  void defineConstant(mlir::Value value, const qrt::Tensor &tensor);
  /// A constant matrix, its dimensions swapped; real.
  std::string transposedConstant(mlir::Value value);

  /// The parameters of `type`, as initializers `base`_scale and `base`_zero_point.
  Parameters parametersOf(llvm::StringRef base, mlir::Type type);
  /// A value's own.
  Parameters parametersOf(mlir::Value value);
  Node dequantize(llvm::StringRef name, const std::string &steps, const Parameters &parameters,
                  const std::string &output);
  Node quantize(llvm::StringRef name, std::string real, mlir::Type type,
                const Parameters &parameters, const std::string &output);

  /// A vector of one i64: a size that inputs decide.
  std::string sizeOf(const nn::Dim &dim);

  /// Returns why a value cannot be written, of those since the last call; empty: all could.
  std::string takeRefusal() { return std::exchange(refusal, ""); }
  /// Returns the names of what was written so far.
  WrittenNames names() const;
  void noteLayer(mlir::Operation *op, const Node &node, bool isOperator, bool isAlone) {
    layers.push_back({op, node.name(), isOperator, isAlone});
  }
  void noteDequantizer(mlir::Value value, const Node &node) {
    values[value].dequantizer = node.name();
  }

  /// Tells whether a layer reads it, or it is an output that stays one.
  bool isRead(mlir::Value value) const;
  /// The dimension of which the data decide how much there is.
  std::optional<int64_t> openDim(mlir::Value value) const;
  void setOpenDim(mlir::Value value, int64_t dim) { openDims[value] = dim; }

  Draft &draft;

private:
  struct Written {
    std::string real, stored, dequantizer;
    std::optional<Parameters> parameters;
  };
  void readConstant(mlir::Value value);
  std::string outputName(mlir::Value value) const;
  std::string withinRange(llvm::StringRef name, std::string real, mlir::Type type);
  void needsOperator(llvm::StringRef name, qrt::ElementType steps);
  void refuse(const llvm::Twine &why);
  void addOutput(unsigned index);

  // sizes.cpp
  std::string symbolOf(const std::string &name);
  std::string compute(const nn::Dim &dim);
  std::string compute(const nn::Dim::Factor &factor);
  std::string number(int64_t value);
  std::string joined(llvm::StringRef type, const std::string &a, const std::string &b);

  mlir::func::FuncOp entry;
  std::vector<std::string> inputs, outputs;
  llvm::SmallDenseSet<unsigned> counts; // outputs that say how much of another there is
  llvm::MapVector<mlir::Value, Written> values;
  std::vector<WrittenName> transposed;
  std::vector<WrittenLayer> layers;
  std::string refusal;
  llvm::DenseMap<mlir::Value, int64_t> openDims;
  std::map<std::string, std::string> sizes; // by their text
};

/// Sets the file's type for a value of this type; a quantized value has the type of its steps.
void setType(proto::ValueInfoProto &info, mlir::Type type, std::optional<int64_t> openDim);
/// The value's key, or the operation's name.
std::string baseName(mlir::Value value);
/// Returns the zero points of a quantized type, one for each scale.
llvm::SmallVector<int64_t> zeroPointsOf(mlir::Type type);

} // namespace qopt::onnx
