#include "test/runtime/format/family_sample.h"

namespace qrt::test {

static const FamilySample extremesSample([](NetBuilder &net, uint32_t floats) {
  net.call(ExtremesCall{fixed(1), perSample(), fixed(3), bufferOperand(floats)},
           {net.activation(ElementType::F32, {perSample(), fixed(3)})});
});

} // namespace qrt::test
