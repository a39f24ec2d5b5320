// Reads one layer as a chain, its parameters from the message that its type has:
//
//   Value x;
//   b.arity(1, 1).input(0, x);
//   b.emit<nn::EluOp>(b.f32(), x, APFloat(b.param().elu_param().alpha()));
#pragma once

#include "importers/caffe/graph/net.h"
#include "importers/common/graph/layer_binder.h"

namespace qopt::caffe {

class Binder : public ChainBinder<Binder> {
public:
  Binder(GraphImporter &importer, const Net &net, const Layer &layer, const NetLayer &node,
         llvm::StringRef key)
      : ChainBinder(importer, layer, key), net(net), node(node) {}

  const proto::LayerParameter &param() const { return *node.param; }

  // ---- weights ----
  /// As stored, in f32; `what` says what it is in messages.
  Binder &blob(unsigned index, llvm::StringRef what, qrt::Tensor &tensor);
  /// Of these sizes, but for dimensions of 1, which old files have more of; a constant under
  /// `key/what`.
  Binder &weights(unsigned index, llvm::StringRef what, llvm::ArrayRef<int64_t> sizes,
                  Value &value);

  /// A number that an operation joins with `x`: of no dimensions where `x` has none.
  Value scalarFor(Value x, llvm::StringRef name, float value);

  /// A caffe axis: negative ones count from the end. In range afterwards.
  using ChainBinder::axis;
  Conversion finish();

private:
  const Net &net;
  const NetLayer &node;
};

} // namespace qopt::caffe
