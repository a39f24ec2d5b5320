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
  Binder(GraphImporter &importer, Net &net, const Layer &layer, const NetLayer &node,
         llvm::StringRef key)
      : ChainBinder(importer, layer, key), net(net), node(node) {}

  const proto::LayerParameter &param() const { return *node.param; }
  /// Tells whether the phase is TRAIN, which a layer has of its own or of the network.
  bool isTraining() const {
    return param().has_phase() ? param().phase() == proto::TRAIN : net.isTrained();
  }

  // ---- weights ----
  /// As stored, in f32; `what` says what it is in messages. Numbers that are not finite are noted.
  Binder &blob(unsigned index, llvm::StringRef what, qrt::Tensor &tensor);
  /// Reads weights of these sizes, but for dimensions of 1, which old files have more of; they
  /// become a constant under `key/what`.
  Binder &weights(unsigned index, llvm::StringRef what, llvm::ArrayRef<int64_t> sizes,
                  Value &value);

  /// Warned of, once the layer is there: so many of a blob's numbers are `how` ("NaN").
  void noteOdd(int64_t count, int64_t all, llvm::StringRef what, llvm::StringRef how);
  /// "'net.caffemodel'", in messages.
  std::string weightsName() const;

  /// A number that an operation joins with `x`: of no dimensions where `x` has none.
  Value scalarFor(Value x, llvm::StringRef name, float value);

  /// A caffe axis: negative ones count from the end. In range afterwards.
  using ChainBinder::axis;
  Conversion finish();

private:
  std::string whyNoBlob(unsigned index, llvm::StringRef what) const;

  Net &net;
  const NetLayer &node;
  std::vector<std::string> odd;
};

} // namespace qopt::caffe
