// Values of float functions at chosen points, on every path and folded.
#pragma once

#include "test/runtime/numerics/support.h"

#include <bit>

namespace qrt::test {

inline constexpr float inf = INFINITY;
inline constexpr float denormal = 0x1p-149f, largestDenormal = 0x1.fffffcp-127f,
                       largest = 0x1.fffffep127f;

/// op over operand columns on every path and folded: all must agree.
inline std::vector<float> valuesOf(ScalarOp op, const std::vector<std::vector<float>> &columns) {
  ScalarBuilder b;
  std::vector<ScalarBuilder::Value> values(3);
  std::vector<ElementwiseOperand> operands;
  StridedAccess dense{{1}, 0};
  for (uint32_t i = 0; i < columns.size(); ++i) {
    values[i] = b.input({ScalarInputKind::Tensor, ElementType::F32, i});
    operands.push_back({columns[i].data(), dense});
  }
  ScalarProgram program = b.finish(b.apply(op, values[0], values[1], values[2]), ElementType::F32);
  std::vector<float> folded;
  for (size_t k = 0; k < columns[0].size(); ++k) {
    ScalarBuilder one;
    for (size_t i = 0; i < columns.size(); ++i)
      values[i] = one.constant(columns[i][k]);
    ScalarProgram constant =
        one.finish(one.apply(op, values[0], values[1], values[2]), ElementType::F32);
    EXPECT_EQ(constant.instructions.back().op, ScalarOp::Constant);
    folded.push_back(std::bit_cast<float>(uint32_t(constant.instructions.back().bits)));
  }
  for (const Execution &execution : executions()) {
    std::vector<float> out(folded.size());
    EXPECT_TRUE(
        elementwise(execution, {{int64_t(out.size())}}, program, {operands}, dense, out.data())
            .ok());
    expectSame(folded, out, describe(execution) + " op " + std::to_string(int(op)));
  }
  return folded;
}

struct Point {
  float x, y;
};

inline void expectPoints(ScalarOp op, const std::vector<Point> &points) {
  std::vector<float> x, y;
  for (const Point &point : points) {
    x.push_back(point.x);
    y.push_back(point.y);
  }
  expectSame(y, valuesOf(op, {x}), "op " + std::to_string(int(op)));
}

/// Zeros, NaN and what is next to 0 give themselves.
inline void expectIdentityNearZero(ScalarOp op) {
  expectPoints(op, {{0.0f, 0.0f},
                    {-0.0f, -0.0f},
                    {NAN, NAN},
                    {denormal, denormal},
                    {-denormal, -denormal},
                    {-largestDenormal, -largestDenormal},
                    {1e-20f, 1e-20f}});
}

/// Values that are no f32: y is the nearest one, the function may be `ulps` of its units away.
inline void expectNear(ScalarOp op, const std::vector<Point> &points, int ulps) {
  std::vector<float> x;
  for (const Point &point : points)
    x.push_back(point.x);
  std::vector<float> values = valuesOf(op, {x});
  for (size_t i = 0; i < points.size(); ++i) {
    float unit = std::nextafter(std::fabs(points[i].y), inf) - std::fabs(points[i].y);
    EXPECT_LE(std::fabs(values[i] - points[i].y), float(ulps) * unit)
        << "op " << int(op) << " of " << x[i] << " is " << values[i] << ", not " << points[i].y;
  }
}

} // namespace qrt::test
