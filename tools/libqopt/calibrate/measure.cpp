#include "tools/libqopt/qopt_mlir.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/stored_values.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace qopt {

int64_t weightBytes(ModuleOp module) {
  int64_t bytes = 0;
  llvm::DenseSet<Attribute> seen; // what is held once counts once
  module.walk([&](nn::ConstantOp constant) {
    auto size = nn::storedSize(constant.getValue()); // less than a byte as it is packed
    if (size && seen.insert(constant.getValue()).second)
      bytes += size->bytes;
  });
  return bytes;
}

bool holdsSteps(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), nn::isQuantized) ? WalkResult::interrupt()
                                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

int64_t multiplyAdds(ModuleOp module, int64_t batch) {
  int64_t total = 0;
  module.walk([&](nn::CostOpInterface op) { total += op.cost(batch).multiplyAdds; });
  return total;
}

} // namespace qopt
