// Every kernel of softmax against the host, and against its definition.
#include "runtime/calls/softmax/softmax.h"
#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Softmax : public OnOpenCl<> {
protected:
  std::mt19937 random{5};
};

TEST_F(Softmax, AsOnTheHost) {
  for (int64_t axis : {1, 10, 49, 128, 1000, 3000, 9001}) {
    SCOPED_TRACE(axis);
    constexpr int64_t outer = 19;
    CaseBuilder builder(ElementType::F32, axis);
    qrt::Tensor x = randomTensor(random, ElementType::F32, {outer, axis});
    for (float &value : x.mutableValues<float>())
      value *= 90.0f; // e^90 overflows: the maximum must be taken off
    const qrt::SoftmaxCall call{perSample(1), axis, builder.buffer(x), identityEpilogue()};
    const qrt::ScalarProgram identity = identityEpilogue().program;
    std::vector<float> onHost(size_t(outer * axis)); // whose order of sums its own test checks
    qrt::softmax({}, outer, axis, x.values<float>().data(), {&identity, {}, {}, onHost.data()});
    builder.onEveryKernel(call, outer, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(y.values<float>()[i], onHost[size_t(i)]) << i;
      for (int64_t n = 0; n < outer; ++n) {
        const float *row = x.values<float>().data() + n * axis;
        double largest = row[0], sum = 0;
        for (int64_t i = 0; i < axis; ++i)
          largest = std::fmax(largest, double(row[i]));
        for (int64_t i = 0; i < axis; ++i)
          sum += std::exp(row[i] - largest);
        for (int64_t i = 0; i < axis; ++i)
          ASSERT_NEAR(numberAt(y, n * axis + i), std::exp(row[i] - largest) / sum, 1e-6) << i;
      }
    });
  }
}

} // namespace
} // namespace qopt::test
