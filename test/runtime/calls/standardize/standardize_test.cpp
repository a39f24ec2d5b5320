#include "runtime/calls/standardize/standardize.h"
#include "test/runtime/numerics/support.h"

#include <cmath>

namespace qrt::test {
namespace {

/// A row by the definition, each step rounded.
std::vector<float> standardized(std::vector<float> row, const StandardizeShape &shape) {
  const float count = float(shape.axis);
  if (shape.centered) {
    const float mean = orderedSum(shape.axis, [&](int64_t i) { return row[size_t(i)]; }) / count;
    for (float &value : row)
      value -= mean;
  }
  const float squares = orderedSum(shape.axis, [&](int64_t i) {
    const float square = row[size_t(i)] * row[size_t(i)];
    return square;
  });
  const float variance = squares / count;
  const float inverse = 1.0f / std::sqrt(variance + shape.epsilon);
  for (float &value : row)
    value *= inverse;
  return row;
}

std::vector<float> run(const Execution &execution, const StandardizeShape &shape, int64_t outer,
                       const std::vector<float> &x) {
  ScalarProgram program = identityEpilogue(ElementType::F32);
  std::vector<float> out(x.size());
  standardize(execution, shape, outer, x.data(), {&program, {}, {}, out.data()});
  return out;
}

TEST(Standardize, EveryStepAsDefined) {
  Random random(61);
  for (bool centered : {true, false})
    for (int64_t axis : {1, 2, 15, 16, 17, 64, 65, 192, 1000}) {
      const StandardizeShape shape{axis, 1e-5f, centered};
      constexpr int64_t outer = 37;
      std::vector<float> x, expected;
      for (int64_t i = 0; i < outer * axis; ++i)
        x.push_back(random.real(-30, 31));
      for (auto row = x.begin(); row != x.end(); row += axis)
        for (float value : standardized({row, row + axis}, shape))
          expected.push_back(value);
      for (const Execution &execution : executions())
        expectSame(expected, run(execution, shape, outer, x),
                   describe(execution) + " axis " + std::to_string(axis));
    }
}

TEST(Standardize, NaNsInfinitiesAndRowsWithoutVariance) {
  constexpr int64_t axis = 70;
  std::vector<float> x(4 * axis, 2.0f);
  x[65] = NAN;
  x[axis + 3] = INFINITY;
  for (const Execution &execution : executions()) {
    std::vector<float> out = run(execution, {axis, 1e-5f, true}, 4, x);
    for (int64_t i = 0; i < 4 * axis; ++i)
      if (i < 2 * axis)
        EXPECT_TRUE(std::isnan(out[size_t(i)])) << describe(execution) << " " << i;
      else
        EXPECT_EQ(out[size_t(i)], 0.0f) << describe(execution) << " " << i;
    out = run(execution, {axis, 0.0f, true}, 4, x);
    EXPECT_TRUE(std::isnan(out.back())) << "0/0: " << describe(execution);
  }
}

} // namespace
} // namespace qrt::test
