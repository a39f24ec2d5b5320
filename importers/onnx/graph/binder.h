// Reads one node as a chain, attributes with their defaults included:
//
//   Value x;
//   float alpha = 0.01f;
//   b.arity(1, 1).input(0, x).attr("alpha", alpha);
//   b.emit<nn::LeakyReluOp>(b.f32(), x, APFloat(alpha));
#pragma once

#include "importers/common/graph/layer_binder.h"
#include "importers/onnx/graph/graph.h"

namespace qopt::onnx {

class Binder : public ChainBinder<Binder> {
public:
  Binder(GraphImporter &importer, Graph &graph, const Layer &layer, const proto::NodeProto &node,
         int64_t opset, llvm::StringRef key)
      : ChainBinder(importer, layer, key), graph(graph), node(node), version(opset) {}

  // ---- attributes; an absent one leaves the variable as it is ----
  using LayerBinder::has;
  bool has(llvm::StringRef attribute) const;
  Binder &attr(llvm::StringRef name, int64_t &value);
  Binder &attr(llvm::StringRef name, bool &value);
  Binder &attr(llvm::StringRef name, float &value);
  Binder &attr(llvm::StringRef name, std::string &value);
  Binder &attr(llvm::StringRef name, Ints &values);
  Binder &attr(llvm::StringRef name, std::vector<float> &values);
  Binder &attr(llvm::StringRef name, std::vector<std::string> &values);
  Binder &attr(llvm::StringRef name, const proto::TensorProto *&tensor);
  Binder &attr(llvm::StringRef name, const proto::SparseTensorProto *&tensor);
  /// Reads the tensor that an attribute holds.
  Binder &read(const proto::TensorProto &stored, qrt::Tensor &tensor);
  /// An attribute without meaning for inference, and why.
  Binder &ignore(llvm::StringRef name, llvm::StringRef why);
  /// Axes as an attribute before `opset`, as input `index` from then on.
  using ChainBinder::axes;
  Binder &axes(unsigned index, int64_t opset, std::optional<Ints> &axes);

  /// Returns the opset of the default domain, where the node stands.
  int64_t opset() const { return version; }
  /// An element type that an attribute names.
  void noteType(int32_t dataType) const { graph.noteType(dataType); }
  using LayerBinder::bind;
  /// A constant still to be read from the file.
  void bind(unsigned index, const proto::TensorProto &tensor) { bind(index, graph.reader(tensor)); }
  void bind(unsigned index, const proto::SparseTensorProto &tensor) {
    bind(index, graph.reader(tensor));
  }
  /// Every attribute understood, every output that is read bound.
  Conversion finish();

private:
  const proto::AttributeProto *find(llvm::StringRef name,
                                    proto::AttributeProto::AttributeType type);

  Graph &graph;
  const proto::NodeProto &node;
  int64_t version;
  llvm::StringSet<> understood;
};

} // namespace qopt::onnx
