#include "runtime/numerics/elementwise/register_program.h"

#include "runtime/numerics/elementwise/register_steps.h"

namespace qrt {

std::unique_ptr<RegisterProgram> RegisterProgram::of(Isa isa, const ScalarProgram &program) {
  auto result = std::make_unique<RegisterProgram>();
  result->run = registerKernels(isa).registerTile[int(program.resultType)];
  if (!sayAsSteps(program, *result) || result->steps.empty())
    return nullptr;
  joinSteps(*result);
  if (result->loads.size() > maxRegisterLoads ||
      result->constants.size() + result->channels.size() > maxRegisterLeaves)
    return nullptr;
  for (RegisterStep &step : result->steps)
    for (uint16_t *leaf : {&step.a, &step.b})
      if (*leaf >= firstChannelLeaf)
        *leaf = uint16_t(*leaf - firstChannelLeaf + result->constants.size());
  return result;
}

} // namespace qrt
