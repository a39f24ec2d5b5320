#include "test/runtime/format/family_sample.h"

namespace qrt::test::samples::histogram {

static void add(NetBuilder &net, uint32_t floats) {
  Tensor scale = Tensor::allocate(ElementType::F32, {});
  scale.mutableValues<float>()[0] = 6;
  const uint32_t perUnit = net.constant(std::move(scale));
  net.call(HistogramCall{{2, 8}, perSample(3), bufferOperand(floats), constantOperand(perUnit)},
           {net.activation(ElementType::I32, {fixed(2), fixed(2), fixed(8)})});
}

FamilySample list() { return add; }

} // namespace qrt::test::samples::histogram
