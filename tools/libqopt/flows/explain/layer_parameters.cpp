#include "tools/libqopt/flows/explain/layer_parameters.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "tools/libqopt/flows/explain/stored_parameters.h"

using namespace mlir;
using namespace qrt;

namespace qopt::run {

Value quantizedWeights(const JoinedNetworks &joined, GraphMaker &maker, Operation *op,
                       unsigned &place) {
  const std::optional<unsigned> own = constantWeights(op);
  Operation *layer = joined.quantizedLayers.lookup(nn::nameOf(op));
  if (!own || !layer || layer->getName() != op->getName())
    return nullptr;
  const std::optional<unsigned> other = constantWeights(layer);
  std::optional<Tensor> real = other ? realConstant(layer->getOperand(*other)) : std::nullopt;
  std::optional<Tensor> wanted = nn::constantTensor(op->getOperand(*own));
  if (!real || !wanted || real->shape() != wanted->shape())
    return nullptr;
  place = *own;
  return maker.constant(nn::nameOf(op).str() + "/weights", *real);
}

static std::optional<int64_t> channelsOf(Operation *op) {
  auto anchor = dyn_cast<nn::AnchorOpInterface>(op);
  const nn::SymbolicShape shape = nn::symbolicShape(op->getResult(0));
  if (!anchor || anchor.channelDim() < 0 || !shape[size_t(anchor.channelDim())].isStatic())
    return std::nullopt;
  return shape[size_t(anchor.channelDim())].value();
}

Value biasChange(const JoinedNetworks &joined, GraphMaker &maker, Operation *op) {
  if (op->getNumResults() != 1)
    return nullptr;
  Operation *layer = joined.quantizedLayers.lookup(nn::nameOf(op));
  const std::optional<int64_t> channels = channelsOf(op);
  if (!layer || !channels || layer->getName() != op->getName() || !constantWeights(op))
    return nullptr;
  std::optional<Tensor> other = realBias(layer, *channels);
  if (!other || other->size() != *channels)
    return nullptr;
  Tensor change = Tensor::allocate(ElementType::F32, {*channels});
  auto to = change.mutableValues<float>();
  llvm::copy(other->values<float>(), to.begin());
  if (std::optional<unsigned> place = constantBias(op)) {
    std::optional<Tensor> wanted = nn::constantTensor(op->getOperand(*place));
    if (!wanted || wanted->type() != ElementType::F32)
      return nullptr;
    for (auto [value, from] : llvm::zip_equal(to, wanted->values<float>()))
      value -= from;
  }
  const nn::SymbolicShape shape = nn::symbolicShape(op->getResult(0));
  const auto dim = size_t(cast<nn::AnchorOpInterface>(op).channelDim());
  qrt::Shape along(shape.size() - dim, 1);
  along[0] = *channels;
  return maker.constant(nn::nameOf(op).str() + "/bias_change", change.reshaped(along));
}

} // namespace qopt::run
