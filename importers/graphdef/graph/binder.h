// Reads one node as a chain, attributes with their defaults included:
//
//   Value x;
//   float alpha = 0.2f;
//   b.arity(1, 1).input(0, x).attr("alpha", alpha);
//   b.emit<nn::LeakyReluOp>(b.f32(), x, APFloat(alpha));
//
// Images: TensorFlow's are [N, …, C] (data_format NHWC), the IR's [N, C, …]. A layer that computes
// on images takes them by `image` and binds its result by `bindImage`; between such layers the
// transposes vanish, and they stay where something else reads the value
// (docs/decisions/importers/channels-last.md).
#pragma once

#include "importers/common/graph/layer_binder.h"
#include "importers/graphdef/graph/graph.h"

namespace qopt::graphdef {

class Binder : public ChainBinder<Binder> {
public:
  Binder(GraphImporter &importer, Graph &graph, const Layer &layer, const Node &node,
         llvm::StringRef key)
      : ChainBinder(importer, layer, key), graph(graph), node(node) {}

  // ---- attributes; an absent one leaves the variable as it is ----
  using LayerBinder::has;
  bool has(llvm::StringRef attribute) const;
  Binder &attr(llvm::StringRef name, int64_t &value);
  Binder &attr(llvm::StringRef name, bool &value);
  Binder &attr(llvm::StringRef name, float &value);
  Binder &attr(llvm::StringRef name, std::string &value);
  Binder &attr(llvm::StringRef name, Ints &values);
  /// A DataType.
  Binder &type(llvm::StringRef name, int32_t &value);
  /// An attribute without meaning for inference, and why.
  Binder &ignore(llvm::StringRef name, llvm::StringRef why);

  llvm::StringRef op() const { return node.op; }
  const std::string &inputName(unsigned index) const { return node.inputs[index]; }
  bool isDead(unsigned index) const { return graph.isDead(node.inputs[index]); }
  void markDead(unsigned output);
  void noteType(int32_t dataType) const { graph.noteType(dataType); }

  // ---- images (graph/images.cpp) ----
  /// Tells whether a value is the [N, …, C] view of an image [N, C, …] that the IR has.
  static bool isImage(Value value);
  /// [N, …, C] → [N, C, …], of rank 3 to 5: the image behind the view, or a transpose.
  Value image(llvm::StringRef part, Value x);
  /// The layer's result, an image: output 0 is its [N, …, C] view.
  void bindImage(Value y);
  /// Turns a value that broadcasts to [N, …, C] of `rank` dimensions into one that broadcasts to
  /// [N, C, …].
  Value imageOperand(llvm::StringRef part, Value x, int64_t rank);

  /// Every attribute understood, every output that is read bound.
  Conversion finish();

private:
  const proto::AttrValue *find(llvm::StringRef name, proto::AttrValue::ValueCase kind);

  Graph &graph;
  const Node &node;
  llvm::StringSet<> understood;
};

/// The dimension of [N, C, …] that is dimension `axis` of [N, …, C].
inline int64_t imageAxis(int64_t axis, int64_t rank) {
  return axis == 0 ? 0 : axis == rank - 1 ? 1 : axis + 1;
}

} // namespace qopt::graphdef
