#include "runtime/core/load_constants.h"

namespace qrt {

std::vector<Tensor> loadConstants(const Execution &execution, const Program &program) {
  std::vector<Tensor> values;
  for (const Constant &constant : program.constants)
    values.push_back(constant.value.data() ? unpacked(constant.value) : constant.value);
  for (const LoadStep &load : program.loads)
    values[targetOf(load)] = makeConstant({execution, values[sourceOf(load)]}, load);
  return values;
}

} // namespace qrt
