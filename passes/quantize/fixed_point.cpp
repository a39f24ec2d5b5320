// Multipliers of fixed point instead of f32.
#include "ir/ops.h"
#include "ir/ops/rescale.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/passes.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_FIXEDPOINT
#include "passes/passes.h.inc"
namespace {

bool isStepsToSteps(Operation *op) {
  return op->getNumResults() == 1 && isQuantized(op->getResult(0).getType()) &&
         isa<ScalarBodyOpInterface, ConcatOp>(op) && op->getNumOperands() > 0 &&
         isQuantized(op->getOperand(0).getType());
}

// Returns whether a float stands between quantized operands and a quantized result; never in
// concat, whose operands are rescaled one by one.
bool computesInFloat(Operation *op) {
  return isa<ScalarBodyOpInterface>(op) &&
         llvm::any_of(bodyOf(op).program.instructions, [](const qrt::ScalarInstruction &i) {
           return i.type == qrt::ScalarType::F32;
         });
}

struct FixedPoint : impl::FixedPointBase<FixedPoint> {
  using FixedPointBase::FixedPointBase;

  void mark(func::FuncOp function) {
    SmallVector<Operation *> layers;
    function.walk([&](Operation *op) {
      if (isStepsToSteps(op))
        layers.push_back(op);
    });
    if (layers.empty())
      return;
    ++marked;
    if (rules == "tflite")
      function->setAttr(fixedPointAttr, StringAttr::get(&getContext(), rules));
    else if (!function->hasAttr(fixedPointAttr)) // or by rules of its own
      function->setAttr(fixedPointAttr, UnitAttr::get(&getContext()));
    int64_t inFloat = llvm::count_if(layers, [&](Operation *op) {
      bool isFloat = computesInFloat(op);
      if (explain)
        op->emitRemark() << "'" << layerName(op) << "' "
                         << (isFloat ? "keeps f32 multipliers" : "is computed in integers only");
      return isFloat;
    });
    if (inFloat > 0)
      function->emitWarning() << "fixed-point: " << inFloat << " of " << layers.size()
                              << " operations keep f32 multipliers: fixed point is not defined for "
                                 "a float bias, a residual, sums of 64 bits, or scales that are "
                                 "far apart; explain=true names these operations";
  }

  void runOnOperation() override {
    marked = 0;
    if (rules != "gemmlowp" && rules != "tflite") {
      emitError(getOperation().getLoc())
          << "fixed-point: rules=" << rules << ": expected gemmlowp or tflite";
      return signalPassFailure();
    }
    getOperation().walk([&](func::FuncOp function) { mark(function); });
    if (marked == 0)
      emitWarning(getOperation().getLoc())
          << "fixed-point: no operation reads and writes quantized values of constant scales; run "
             "--insert-quant and --fold-dequant before";
  }

  unsigned marked = 0;
};

} // namespace
} // namespace qopt
