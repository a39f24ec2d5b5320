// Every kernel of extremes against a loop of the host.
#include "runtime/calls/extremes/extremes.h"
#include "test/lowering/kernels/cases.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Extremes : public OnOpenCl<> {
protected:
  std::mt19937 random{7};
};

TEST_F(Extremes, OfGroups) {
  struct Case {
    int64_t before, groups, after;
  };
  for (auto [before, groups, after] : {Case{1, 1, 70001}, {1, 3, 40}, {9, 5, 7}, {300, 6, 1}}) {
    CaseBuilder builder(ElementType::F32, 3 * groups);
    qrt::Tensor x = randomTensor(random, ElementType::F32, {before, groups, after});
    auto values = x.mutableValues<float>();
    values[0] = std::nanf("");
    values[values.size() - 1] = -7.5f;
    std::vector<float> expected(size_t(3 * groups));
    qrt::extremes({}, {before, groups, after}, values.data(), expected.data());
    qrt::ExtremesCall call{fixed(before), fixed(groups), fixed(after), builder.buffer(x)};
    builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
      for (size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(y.values<float>()[i], expected[i]) << "of " << groups << " groups, at " << i;
    });
  }
}

} // namespace
} // namespace qopt::test
