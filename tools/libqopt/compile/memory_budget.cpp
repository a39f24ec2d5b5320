#include "tools/libqopt/memory_budget.h"

#include "tools/libqopt/qopt.h"

#include <algorithm>

namespace qopt {

static int64_t bytesOfRun(const CompiledModel &model, int64_t batch) {
  int64_t bytes = model.activationBytes(batch);
  for (const Port &port : model.outputs())
    bytes += int64_t(qrt::storedBytes(port.type, qrt::elementCount(port.shapeAt(batch))));
  return bytes;
}

int64_t batchWithin(const CompiledModel &model, int64_t bytes, int64_t wanted) {
  if (!model.program() || !model.dynamicBatch())
    return wanted;
  int64_t batch = wanted;
  while (batch > 1 && bytesOfRun(model, batch) > bytes)
    batch /= 2;
  return std::max<int64_t>(batch, 1);
}

} // namespace qopt
