// Rounds float weights to 255 steps of their own range and leaves them float:
// what INT8 weights alone cost in accuracy. Reads and makes constants, and runs
// one of the runtime's loops over them.
#include "example_passes.h"

#include "ir/ops.h"
#include "ir/values/weights.h"
#include "runtime/calls/extremes/extremes.h"
#include "runtime/numerics/execution/execution.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace {

/// A copy whose values are multiples of absmax / 127.
qrt::Tensor rounded(const qrt::Tensor &weights, qrt::ThreadPool &pool) {
  qrt::Execution execution;
  execution.pool = &pool;
  float extremes[3]; // minimum, maximum, how many NaN
  qrt::extremes(execution, {1, 1, weights.size()}, weights.values<float>().data(), extremes);
  float step = std::max(std::fabs(extremes[0]), std::fabs(extremes[1])) / 127;
  qrt::Tensor result = qrt::Tensor::allocate(weights.type(), weights.shape());
  std::ranges::transform(weights.values<float>(), result.mutableValues<float>().begin(),
                         [step](float w) { return step > 0 ? std::rint(w / step) * step : w; });
  return result;
}

struct RoundWeights : PassWrapper<RoundWeights, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RoundWeights)

  StringRef getArgument() const override { return "round-to-steps"; }
  StringRef getDescription() const override { return "Round float weights to 255 steps"; }
  void runOnOperation() override {
    qrt::ThreadPool pool(2);
    getOperation().walk([&](ConstantOp constant) {
      auto weights = constantTensor(constant.getResult());
      if (weights && weights->type() == qrt::ElementType::F32 && weights->size() > 0)
        constant.setValueAttr(
            makeWeights(cast<RankedTensorType>(constant.getType()), rounded(*weights, pool)));
    });
  }
};

} // namespace

void registerRoundWeights() { PassRegistration<RoundWeights>(); }
