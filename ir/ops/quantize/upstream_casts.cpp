#include "ir/ops/quantize/upstream_casts.h"

#include "ir/ops.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt::nn {

template <typename Ours> static LogicalResult replace(Operation *upstream) {
  OpBuilder builder(upstream);
  Value input = upstream->getOperand(0);
  Type type = upstream->getResult(0).getType();
  if (!isa<RankedTensorType>(input.getType()) || !isa<RankedTensorType>(type))
    return upstream->emitOpError() << "a tensor of known rank is needed, got " << input.getType();
  auto ours = Ours::create(builder, upstream->getLoc(), type, input);
  ours->setAttrs(upstream->getAttrDictionary());
  upstream->getResult(0).replaceAllUsesWith(ours);
  upstream->erase();
  return verify(ours);
}

LogicalResult convertUpstreamCasts(ModuleOp module) {
  WalkResult walked = module.walk([](Operation *op) {
    if (isa<quant::QuantizeCastOp>(op))
      return WalkResult(replace<QuantizeOp>(op));
    if (isa<quant::DequantizeCastOp>(op))
      return WalkResult(replace<DequantizeOp>(op));
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

} // namespace qopt::nn
