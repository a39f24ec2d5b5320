// A scalar program over columns of values.
#pragma once

#include "test/runtime/numerics/support.h"

namespace qrt::test {

/// Applies `program` to dense columns of equal length.
template <class R, class... T>
std::vector<R> apply(const Execution &execution, const ScalarProgram &program,
                     const std::vector<T> &...columns) {
  int64_t count = std::get<0>(std::tuple<const std::vector<T> &...>(columns...)).size();
  std::vector<R> out(static_cast<size_t>(count));
  StridedAccess dense{{1}, 0};
  std::vector<ElementwiseOperand> operands = {{columns.data(), dense}...};
  EXPECT_TRUE(elementwise(execution, {{count}}, program, {operands}, dense, out.data()).ok());
  return out;
}

template <class T> ScalarBuilder::Value input(ScalarBuilder &b, uint32_t index) {
  return b.input({ScalarInputKind::Tensor, elementTypeOf<T>(), index});
}

} // namespace qrt::test
