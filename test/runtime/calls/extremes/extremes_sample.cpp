#include "test/runtime/format/family_sample.h"

namespace qrt::test::samples::extremes {

static void add(NetBuilder &net, uint32_t floats) {
  net.call(ExtremesCall{fixed(1), perSample(), fixed(3), bufferOperand(floats)},
           {net.activation(ElementType::F32, {perSample(), fixed(3)})});
}

FamilySample list() { return add; }

} // namespace qrt::test::samples::extremes
