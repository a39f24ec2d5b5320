// Every kernel of standardization against the host.
#include "runtime/calls/standardize/standardize.h"
#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Standardize : public OnOpenCl<> {
protected:
  std::mt19937 random{5};
};

TEST_F(Standardize, AsOnTheHost) {
  for (bool centered : {true, false})
    for (int64_t axis : {1, 10, 49, 128, 1000, 3000, 9001}) {
      SCOPED_TRACE(axis);
      constexpr int64_t outer = 19;
      CaseBuilder builder(ElementType::F32, axis);
      qrt::Tensor x = randomTensor(random, ElementType::F32, {outer, axis});
      const qrt::StandardizeCall call{
          perSample(1), {axis, 1e-5f, centered}, builder.buffer(x), identityEpilogue()};
      const qrt::ScalarProgram identity = identityEpilogue().program;
      std::vector<float> onHost(size_t(outer * axis)); // its own test has the definition
      qrt::standardize({}, call.shape, outer, x.values<float>().data(),
                       {&identity, {}, {}, onHost.data()});
      builder.onEveryKernel(call, outer, [&](const qrt::Tensor &y) {
        for (int64_t i = 0; i < y.size(); ++i)
          ASSERT_EQ(y.values<float>()[i], onHost[size_t(i)]) << i;
      });
    }
}

TEST_F(Standardize, ReadsHalvesAsTheyAreWidened) {
  for (ElementType type : {ElementType::F16, ElementType::BF16})
    for (int64_t axis : {10, 128, 1000, 3000}) {
      SCOPED_TRACE(axis);
      CaseBuilder halves(ElementType::F32, axis), floats(ElementType::F32, axis);
      const qrt::Tensor x = randomTensor(random, type, {5, axis});
      auto build = [&](CaseBuilder &builder, const qrt::Tensor &rows) {
        return qrt::StandardizeCall{
            perSample(1), {axis, 1e-5f, true}, builder.buffer(rows), identityEpilogue()};
      };
      const qrt::StandardizeCall call = build(halves, x), wide = build(floats, qrt::widened(x));
      expectSameBits(halves, call, floats, wide, 5);
    }
}

} // namespace
} // namespace qopt::test
