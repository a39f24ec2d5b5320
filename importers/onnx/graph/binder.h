// Reads one node: its inputs, attributes and the rules they must meet, as a
// chain. The first thing that does not fit decides the node's fate (`require`:
// the file is wrong; `support`: we do not read this); what follows is skipped.
//
//   Value x;
//   float alpha = 0.01f;
//   b.arity(1, 1).input(0, x).attr("alpha", alpha);
//   b.emit<nn::LeakyReluOp>(b.f32(), x, APFloat(alpha));
#pragma once

#include "importers/onnx/graph/graph_importer.h"

#include <map>

namespace qopt::onnx {

using mlir::Value;
using Ints = llvm::SmallVector<int64_t>;

class Binder {
public:
  Binder(GraphImporter &graph, const proto::NodeProto &node, llvm::StringRef key);

  // ---- inputs; an absent optional one leaves the variable as it is ----
  Binder &arity(unsigned least, unsigned most);
  bool has(unsigned index) const;
  unsigned inputCount() const { return unsigned(node.input_size()); }
  unsigned outputCount() const { return unsigned(node.output_size()); }
  /// An f32 tensor.
  Binder &input(unsigned index, Value &value);
  Binder &optional(unsigned index, Value &value);
  /// A tensor of any element type.
  Binder &any(unsigned index, Value &value);
  /// A tensor of which the elements are known (a copy of a view); required.
  Binder &constant(unsigned index, qrt::Tensor &tensor);
  /// Integers of a shape computation; constants count.
  Binder &ints(unsigned index, IntTensor &ints);
  /// The same, none of which may vary with the batch.
  Binder &ints(unsigned index, Ints &values);
  /// Whether input `index` comes from a shape computation.
  bool isInts(unsigned index) const;
  /// Whether `ints` can read it: the above, or a small constant.
  bool isKnownInts(unsigned index) const;
  /// Whether its elements are known and plain data.
  bool isConstant(unsigned index) const;
  /// What the name of input `index` stands for.
  ImportedPtr imported(unsigned index) const;

  // ---- attributes; an absent one leaves the variable as it is ----
  bool has(llvm::StringRef attribute) const;
  Binder &attr(llvm::StringRef name, int64_t &value);
  Binder &attr(llvm::StringRef name, bool &value);
  Binder &attr(llvm::StringRef name, float &value);
  Binder &attr(llvm::StringRef name, std::string &value);
  Binder &attr(llvm::StringRef name, Ints &values);
  Binder &attr(llvm::StringRef name, std::vector<float> &values);
  Binder &attr(llvm::StringRef name, const proto::TensorProto *&tensor);
  /// An attribute without meaning for inference, and why.
  Binder &ignore(llvm::StringRef name, llvm::StringRef why);
  /// Axes as an attribute before `opset`, as input `index` from then on.
  Binder &axes(unsigned index, int64_t opset, std::optional<Ints> &axes);

  // ---- rules ----
  Binder &require(bool condition, const llvm::Twine &otherwise);
  Binder &support(bool condition, const llvm::Twine &otherwise);
  Binder &check(const qrt::Status &status);
  /// Each value in [least, most]; `what` names them.
  Binder &bounded(llvm::ArrayRef<int64_t> values, int64_t least, int64_t most,
                  llvm::StringRef what);
  /// Negative axes counted from the end; in range afterwards.
  Binder &axis(int64_t &axis, int64_t rank);
  /// The same for several; sorted, distinct.
  Binder &axes(Ints &axes, int64_t rank);
  bool ok() const { return state.ok(); }
  const qrt::Status &status() const { return state; }

  // ---- results ----
  /// Creates the operation that computes output `index` (under the layer's
  /// key) and binds it.
  template <typename Op, typename... Args> void emit(mlir::Type element, Args &&...args) {
    bind(0, create<Op>(key, element, std::forward<Args>(args)...));
  }
  template <typename Op, typename... Args>
  void emitOutput(unsigned index, mlir::Type element, Args &&...args) {
    bind(index, create<Op>(outputKey(index), element, std::forward<Args>(args)...));
  }
  void emitReshape(Value input, llvm::ArrayRef<nn::Dim> shape);
  /// A step on the way, under `key/part`. Null once something failed.
  template <typename Op, typename... Args>
  Value part(llvm::StringRef name, mlir::Type element, Args &&...args) {
    return ok() ? create<Op>(partKey(name), element, std::forward<Args>(args)...) : Value();
  }
  Value reshapePart(llvm::StringRef name, Value input, llvm::ArrayRef<nn::Dim> shape);
  Value scalarPart(llvm::StringRef name, float value);
  Value constantPart(llvm::StringRef name, mlir::RankedTensorType type, const qrt::Tensor &tensor);
  void bind(unsigned index, Value value);
  void bind(unsigned index, const qrt::Tensor &constant);
  void bind(unsigned index, const IntTensor &ints);
  /// A constant still to be read from the file.
  void bindStored(unsigned index, const proto::TensorProto &tensor);
  /// The output is the input.
  void alias(unsigned outputIndex, unsigned inputIndex);
  /// An output that later layers read.
  bool isRead(unsigned output) const;

  int64_t opset() const { return graph.opset; }
  mlir::Type f32() const;
  mlir::MLIRContext *context() const;
  llvm::StringRef layer() const { return key; }
  /// Every attribute understood, every output that is read bound.
  void finish();
  const std::map<unsigned, ImportedPtr> &results() const { return bound; }

private:
  template <typename Op, typename... Args>
  Value create(const std::string &name, mlir::Type element, Args &&...args) {
    if (!ok())
      return {};
    Value value = graph.builder->create<Op>(name, element, std::forward<Args>(args)...);
    check(graph.builder->status);
    return value;
  }
  Value reshape(const std::string &name, Value input, llvm::ArrayRef<nn::Dim> shape);
  std::string partKey(llvm::StringRef name);
  std::string outputKey(unsigned index);
  void bindImported(unsigned index, ImportedPtr value);
  void bindNew(unsigned index, Imported result); // under the node's key
  const proto::AttributeProto *find(llvm::StringRef name,
                                    proto::AttributeProto::AttributeType type);

  GraphImporter &graph;
  const proto::NodeProto &node;
  std::string key;
  qrt::Status state;
  llvm::StringSet<> understood;
  std::map<unsigned, ImportedPtr> bound;
};

/// The element type of a tensor value.
inline mlir::Type elementOf(Value value) { return mlir::getElementTypeOrSelf(value.getType()); }
inline int64_t rankOf(Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType()).getRank();
}

} // namespace qopt::onnx
