#include "importers/onnx/export/narrow_sums.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace qopt::onnx {

static Value weightsOf(Operation *op) {
  if (auto conv = dyn_cast<nn::Conv2dOp>(op))
    return conv.getWeights();
  auto product = dyn_cast<nn::MatmulOp>(op);
  return product ? product.getB() : Value();
}

/// Tells whether the layer's activations have 8 bits or fewer. ONNX Runtime computes on those of 16
/// bits in float.
static bool hasNarrowInput(Operation *op) {
  const auto steps = nn::quantParams(op->getOperand(0).getType());
  return !steps || qrt::bitWidth(steps->storage) <= 8;
}

static bool maySaturate(Operation *op) {
  constexpr int most = 64;
  Value weights = weightsOf(op);
  if (weights && !hasNarrowInput(op))
    return false;
  std::optional<qrt::Tensor> steps = weights ? nn::constantTensor(weights) : std::nullopt;
  return steps && steps->type() == qrt::ElementType::I8 &&
         llvm::any_of(steps->values<int8_t>(), [](int8_t w) { return w < -most || w > most; });
}

void tellNarrowSums(func::FuncOp entry) {
  int64_t layers = 0;
  std::string first;
  for (Operation &op : entry.getBody().front())
    if (maySaturate(&op) && layers++ == 0)
      first = nn::layerName(&op);
  if (layers == 0)
    return;
  const std::string which =
      layers == 1 ? "layer '" + first + "' has"
                  : std::to_string(layers) + " layers, '" + first + "' the first, have";
  entry->emitRemark(which + " weights of 8 bits: on x86-64 without VNNI, ONNX Runtime adds two of "
                            "their products in 16 bits, which saturate; give --insert-quant "
                            "profile=ort-cpu, whose weights have 7 bits, or let its sessions set "
                            "session.x64quantprecision=1");
}

} // namespace qopt::onnx
