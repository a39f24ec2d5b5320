#include "test/fuzz/run_small.h"

#include "ir/bind_sizes.h"
#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;

namespace qopt::test {

// Bounds of slices of open dimensions are taken to lie inside: a batch of which they do not is not
// one of the model's.
static bool liesInside(nn::SliceOp slice, int64_t batch) {
  qrt::Shape from = nn::shapeAt(slice.getInput().getType(), batch);
  qrt::Shape to = nn::shapeAt(slice.getType(), batch);
  for (size_t i = 0; i < from.size(); ++i) {
    int64_t start = slice.getStarts()[i], step = slice.getSteps()[i];
    start = start < 0 ? start + from[i] : start;
    int64_t last = start + (to[i] - 1) * step;
    if (to[i] < 1 || std::min(start, last) < 0 || std::max(start, last) >= from[i])
      return false;
  }
  return true;
}

// Damage may ask for much work: only what is done in a moment is run.
static bool isSmall(func::FuncOp function, int64_t batch) {
  constexpr int64_t most = 1 << 20;
  auto fits = [&](Type type) {
    double count = 1;
    for (int64_t size : nn::shapeAt(type, batch)) {
      if (size < 1) // 3·N − 40: this batch is not one of the model's
        return false;
      count *= double(size);
    }
    return count <= double(most);
  };
  if (!llvm::all_of(function.getArgumentTypes(), fits))
    return false;
  int64_t work = 0;
  WalkResult result = function.walk([&](Operation *op) {
    for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                        llvm::to_vector(op->getResultTypes())))
      if (!fits(type))
        return WalkResult::interrupt();
    if (auto slice = dyn_cast<nn::SliceOp>(op); slice && !liesInside(slice, batch))
      return WalkResult::interrupt();
    if (auto cost = dyn_cast<nn::CostOpInterface>(op)) {
      nn::OpCost one = cost.cost(batch);
      if (one.multiplyAdds > most || one.elements > most)
        return WalkResult::interrupt();
      work += one.multiplyAdds + one.elements;
    }
    return work > 4 * most ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

// Sizes that were taken to be equal are so where every symbol is `batch`, and what else is asked of
// sizes holds.
static bool takesBatch(func::FuncOp function, int64_t batch) {
  if (nn::servesAnyBatch(function))
    return true;
  nn::SizeBindings sizes;
  for (const std::string &symbol : nn::symbolsOf(function))
    sizes[symbol] = batch;
  ScopedDiagnosticHandler silent(function.getContext(), [](Diagnostic &) { return success(); });
  OwningOpRef<func::FuncOp> bound = function.clone();
  return succeeded(nn::bindSizes(*bound, sizes));
}

bool runsIfSmall(func::FuncOp function, Random &random) {
  constexpr int64_t batch = 2;
  if (!takesBatch(function, batch) ||
      !llvm::all_of(function.getArgumentTypes(),
                    [](Type type) { return nn::storageType(type).has_value(); }) ||
      !isSmall(function, batch))
    return true;
  std::vector<qrt::Tensor> inputs;
  for (Type type : function.getArgumentTypes()) {
    qrt::Tensor tensor = qrt::Tensor::allocate(*nn::storageType(type), nn::shapeAt(type, batch));
    if (tensor.type() == qrt::ElementType::F32)
      for (float &value : tensor.mutableValues<float>())
        value = random() % 64 == 0 ? NAN : float(int64_t(random() % 2001) - 1000) / 250;
    inputs.push_back(std::move(tensor));
  }
  return succeeded(nn::evaluate(function, inputs));
}

} // namespace qopt::test
