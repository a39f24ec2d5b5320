// Products of two activations that lie as attention's do, heads inside rows, and what they must
// give, written out here.
#pragma once

#include "test/lowering/kernels/epilogues.h"

#include <algorithm>

namespace qopt::test {

struct BatchedSizes {
  const char *name;
  int64_t outer, inner, rows, k, n;
  enum Lies { Turned, Straight, Apart } b; // k side by side, columns, neither
  int64_t padding;                         // elements behind a row, and before the first
};
inline void PrintTo(const BatchedSizes &sizes, std::ostream *out) { *out << sizes.name; }

/// Whole tiles and ragged ones, chunks of 16 bytes and none.
inline constexpr BatchedSizes batchedSizes[] = {
    {"scores", 2, 3, 64, 64, 64, BatchedSizes::Turned, 0},
    {"context", 2, 3, 64, 64, 64, BatchedSizes::Straight, 0},
    {"raggedTurned", 1, 2, 70, 136, 88, BatchedSizes::Turned, 8},
    {"raggedStraight", 1, 2, 70, 136, 88, BatchedSizes::Straight, 8},
    {"oddTurned", 2, 1, 17, 37, 67, BatchedSizes::Turned, 3},
    {"oddStraight", 2, 1, 17, 37, 67, BatchedSizes::Straight, 3},
    {"halfAChunk", 1, 2, 33, 44, 36, BatchedSizes::Straight, 4},
    {"apart", 1, 2, 20, 40, 24, BatchedSizes::Apart, 8},
};

/// (a·b · scale + mask[outer][column] + residual[matrix][row][column]), stored inside rows.
class BatchedProduct {
public:
  using Type = qrt::ElementType;

  BatchedProduct(const BatchedSizes &sizes, Type input, Type output)
      : of(sizes), builder(output, results()) {
    std::mt19937 random(11);
    const int64_t aPitch = of.inner * of.k + of.padding;
    a = randomTensor(random, input, {of.padding + of.outer * of.rows * aPitch});
    const bool isTurned = of.b == BatchedSizes::Turned;
    const int64_t step = of.b == BatchedSizes::Apart ? 2 : 1;
    const int64_t length = isTurned ? of.k : of.n * step, lines = isTurned ? of.n : of.k;
    const int64_t bPitch = of.inner * length + of.padding;
    b = randomTensor(random, input, {of.padding + of.outer * lines * bPitch});
    strides.inner = of.inner;
    strides.a = {of.rows * aPitch, of.k, aPitch};
    strides.b = {lines * bPitch, length, isTurned ? 1 : bPitch, isTurned ? bPitch : step};
    strides.aOffset = strides.bOffset = of.padding;
    mask = randomTensor(random, Type::F32, {of.outer, of.n});
    residual = randomTensor(random, input, {of.outer * of.inner, of.rows, of.n});
    call = {{of.k, of.n, isTurned, false, strides},
            perSample(of.outer),
            fixed(of.rows),
            {builder.buffer(a), {input, 0}},
            {builder.buffer(b), {input, 0}},
            epilogue(input, output)};
  }

  int64_t results() const { return of.outer * of.inner * of.rows * of.n; }

  double expected(int64_t outer, int64_t inner, int64_t row, int64_t column) const {
    double sum = 0;
    for (int64_t k = 0; k < of.k; ++k)
      sum += numberAt(a, strides.aOffset + outer * strides.a[0] + inner * strides.a[1] +
                             row * strides.a[2] + k) *
             numberAt(b, strides.bOffset + outer * strides.b[0] + inner * strides.b[1] +
                             k * strides.b[2] + column * strides.b[3]);
    return sum * 0.125 + numberAt(mask, outer * of.n + column) +
           numberAt(residual, ((outer * of.inner + inner) * of.rows + row) * of.n + column);
  }

  /// Checks the whole result; stored halves are rounded once.
  void check(const qrt::Tensor &y) const {
    const double step = y.type() == Type::F32 ? 0 : 0x1p-11;
    for (int64_t i = 0; i < y.size(); ++i) {
      const int64_t column = i % of.n, inner = i / of.n % of.inner;
      const int64_t row = i / of.n / of.inner % of.rows, outer = i / of.n / of.inner / of.rows;
      const double value = expected(outer, inner, row, column);
      ASSERT_NEAR(numberAt(y, i), value, 1e-7 * double(of.k) + step * std::fabs(value))
          << outer << " " << inner << " " << row << " " << column;
    }
  }

  const BatchedSizes of;
  CaseBuilder builder;
  qrt::MatmulCall call;

private:
  qrt::CallEpilogue epilogue(Type input, Type output) {
    using Kind = qrt::ScalarInputKind;
    qrt::ScalarBuilder s;
    auto t = s.apply(qrt::ScalarOp::FmaF, s.accumulator(Type::F32), s.constant(0.125f),
                     s.input({Kind::Tensor, Type::F32, 0}));
    t = s.apply(qrt::ScalarOp::AddF, t, s.input({Kind::Tensor, input, 1}));
    qrt::CallEpilogue epilogue;
    epilogue.program = s.finish(output == Type::F32 ? t : s.roundTo(output, t), output);
    const int64_t matrix = of.rows * of.n;
    epilogue.tensors = {
        {builder.buffer(mask), {.sample = of.n, .channel = 1}},
        {builder.buffer(residual),
         {.sample = of.inner * matrix, .pixel = of.n, .channel = 1, .inner = matrix}}};
    epilogue.result = qrt::EpilogueStrides{
        .sample = of.inner * matrix, .pixel = of.inner * of.n, .channel = 1, .inner = of.n};
    return epilogue;
  }

  qrt::MatmulStrides strides;
  qrt::Tensor a, b, mask, residual;
};

} // namespace qopt::test
