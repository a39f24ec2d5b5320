#include "runtime/core/load_constants.h"

#include "runtime/numerics/moves/strided_copy.h"
#include "runtime/numerics/types/halves.h"
#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

std::vector<Tensor> loadConstants(const Execution &execution, const Program &program) {
  std::vector<Tensor> values;
  for (const Constant &constant : program.constants)
    values.push_back(constant.value.data() ? unpacked(constant.value) : constant.value);
  for (const LoadCopy &load : program.loads) {
    const Tensor &stored = values[load.source];
    const Tensor source = load.type == stored.type() ? stored : widened(stored);
    Tensor packed = Tensor::allocate(load.type, load.targetShape);
    if (load.winograd)
      winogradCopy(execution, load.walk, source.values<float>().data(), load.from,
                   static_cast<float *>(packed.mutableData()), load.to);
    else
      stridedCopy(execution, load.walk, byteWidth(load.type), source.data(), load.from,
                  packed.mutableData(), load.to);
    values[load.target] = std::move(packed);
  }
  return values;
}

} // namespace qrt
