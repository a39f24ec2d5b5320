// Rows of every size that softmax.short takes, against the sum's order as it is worded (F2);
// softmax_test.cpp compares all kernels with the host.
#include "runtime/numerics/scalar/scalar_arith.h"
#include "test/lowering/kernels/epilogues.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;

class SoftmaxShort : public OnOpenCl<> {};

/// Element i is partial i; p and p + 32 join, then 16, … 1.
std::vector<float> sharesOf(std::span<const float> row) {
  float largest = row[0];
  for (float value : row)
    largest = std::fmax(largest, value);
  std::array<float, 64> partials{};
  std::vector<float> shares;
  for (size_t i = 0; i < row.size(); ++i)
    shares.push_back(partials[i] = qrt::arith::ExpF().apply(row[i] - largest));
  for (size_t distance = 32; distance > 0; distance /= 2)
    for (size_t p = 0; p < distance; ++p)
      partials[p] += partials[p + distance];
  for (float &share : shares)
    share /= partials[0];
  return shares;
}

TEST_F(SoftmaxShort, SumsInThePromisedOrder) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr int64_t outer = 71;
  for (int64_t axis : {2, 3, 7, 16, 33, 64}) {
    SCOPED_TRACE(axis);
    CaseBuilder builder(ElementType::F32, axis);
    std::mt19937 random{5};
    qrt::Tensor x = randomTensor(random, ElementType::F32, {outer, axis});
    const std::span<float> values = x.mutableValues<float>();
    for (float &value : values)
      value *= 90.0f; // e^90 overflows: the maximum must be taken off
    values[0] = std::numeric_limits<float>::quiet_NaN();
    values[size_t(axis)] = -infinity;
    values[size_t(3 * axis - 1)] = infinity;
    std::fill_n(values.begin() + 3 * axis, axis, -infinity);
    const qrt::SoftmaxCall call{perSample(1), axis, builder.buffer(x), identityEpilogue()};
    builder.onKernel("softmax.short", call, outer, [&](const qrt::Tensor &y, const Choice &) {
      for (int64_t n = 0; n < outer; ++n) {
        const std::vector<float> expected =
            sharesOf(values.subspan(size_t(n * axis), size_t(axis)));
        for (int64_t i = 0; i < axis; ++i) {
          const float share = y.values<float>()[size_t(n * axis + i)];
          if (std::isnan(expected[size_t(i)]))
            ASSERT_TRUE(std::isnan(share)) << n << " " << i;
          else
            ASSERT_EQ(std::bit_cast<uint32_t>(share), std::bit_cast<uint32_t>(expected[size_t(i)]))
                << n << " " << i;
        }
      }
    });
  }
}

TEST_F(SoftmaxShort, IsChosenForShortRows) {
  const qrt::DeviceDescription device = OpenClRunner::instance()->description(false);
  for (int64_t axis : {1, 2, 10, 64, 65}) {
    CaseBuilder builder(ElementType::F32, axis);
    const qrt::Tensor x = qrt::Tensor::allocate(ElementType::F32, {8, axis});
    const qrt::SoftmaxCall call{perSample(1), axis, builder.buffer(x), identityEpilogue()};
    const qrt::Expected<Choices> chosen =
        selectKernel({builder.program, builder.program.nodes[0], device}, call);
    ASSERT_TRUE(chosen.ok()) << chosen.status().message();
    EXPECT_EQ((*chosen)[0].choice.kernel->name,
              axis >= 2 && axis <= 64 ? "softmax.short" : "softmax.row")
        << axis;
  }
}

} // namespace
} // namespace qopt::test
