#include "test/runtime/format/family_sample.h"

namespace qrt::test {

static const FamilySample histogramSample([](NetBuilder &net, uint32_t floats) {
  const uint32_t perUnit = net.constant(Tensor::allocate(ElementType::F32, {}));
  net.call(HistogramCall{{2, 8}, perSample(3), bufferOperand(floats), constantOperand(perUnit)},
           {net.activation(ElementType::I32, {fixed(2), fixed(2), fixed(8)})});
});

} // namespace qrt::test
