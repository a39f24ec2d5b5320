#include "ir/values/tables.h"

#include "ir/values/weights.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace qopt::nn {

// Calls `visit` for each index that lies inside, and says whether all do.
static bool walkTable(Value indices, const Dim &size, llvm::function_ref<void(int64_t)> visit) {
  std::optional<qrt::Tensor> table = constantTensor(indices);
  if (!table || !size.isStatic() || size.value() < 1)
    return false;
  return qrt::visitValues(*table, [&](auto values) {
    return llvm::all_of(values, [&](auto value) {
      const int64_t index = int64_t(value);
      const bool isInside = index >= 0 && index < size.value();
      if (isInside)
        visit(index);
      return isInside;
    });
  });
}

bool isTableOf(Value indices, const Dim &size) {
  return walkTable(indices, size, [](int64_t) {});
}

bool isPermutationOf(Value indices, const Dim &size) {
  auto type = dyn_cast<RankedTensorType>(indices.getType());
  if (!type || !type.hasStaticShape() || !size.isStatic() || type.getNumElements() != size.value())
    return false;
  llvm::BitVector named(unsigned(size.value()));
  return walkTable(indices, size, [&](int64_t index) { named.set(unsigned(index)); }) &&
         named.all();
}

} // namespace qopt::nn
