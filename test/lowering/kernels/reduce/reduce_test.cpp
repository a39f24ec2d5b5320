// Every kernel of reductions against sums in the order of the contract, written out here.
#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Reduce : public OnOpenCl<> {
protected:
  std::mt19937 random{5};
};

struct Reduction {
  int64_t outer, reduced, inner;
};

/// Element i adds to partial i mod 64; then p and p + 32, 16, … 1.
float orderedSumAt(const Reduction &r, const qrt::Tensor &x, int64_t index) {
  const int64_t n = index / r.inner, c = index % r.inner;
  float partials[64] = {};
  for (int64_t k = 0; k < r.reduced; ++k)
    partials[k % 64] += x.values<float>()[(n * r.reduced + k) * r.inner + c];
  for (int count = 32; count > 0; count /= 2)
    for (int p = 0; p < count; ++p)
      partials[p] += partials[p + count];
  return partials[0];
}

double reducedAt(const Reduction &r, qrt::ReduceKind kind, const qrt::Tensor &x, int32_t zero,
                 int64_t index) {
  const int64_t n = index / r.inner, c = index % r.inner;
  double sum = 0, low = numberAt(x, n * r.reduced * r.inner + c), high = low;
  for (int64_t k = 0; k < r.reduced; ++k) {
    const double value = numberAt(x, (n * r.reduced + k) * r.inner + c);
    sum += value - zero;
    low = std::fmin(low, value);
    high = std::fmax(high, value);
  }
  return kind == qrt::ReduceKind::Sum ? sum : kind == qrt::ReduceKind::Max ? high : low;
}

TEST_F(Reduce, ExactOnIntegers) {
  for (const Reduction &r : {Reduction{3, 64, 20}, Reduction{3, 2500, 2}, Reduction{2, 5000, 9},
                             Reduction{9, 70, 1}, Reduction{3, 1500, 1}})
    for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16})
      for (auto kind : {qrt::ReduceKind::Sum, qrt::ReduceKind::Max, qrt::ReduceKind::Min}) {
        if (kind != qrt::ReduceKind::Sum && type != ElementType::I8)
          continue; // every compilation costs half a second: extremes on one type
        SCOPED_TRACE(qrt::elementTypeName(type));
        const bool wide = type == ElementType::I16 && kind == qrt::ReduceKind::Sum;
        const ElementType acc = wide ? ElementType::I64 : ElementType::I32;
        CaseBuilder builder(acc, r.inner);
        qrt::Tensor x = randomTensor(random, type, {r.outer, r.reduced, r.inner});
        const qrt::ReduceCall call{{kind, r.reduced, r.inner},
                                   perSample(1),
                                   {type, 9},
                                   builder.buffer(x),
                                   storedEpilogue(acc, acc)};
        builder.onEveryKernel(call, r.outer, [&](const qrt::Tensor &y) {
          for (int64_t i = 0; i < y.size(); ++i)
            ASSERT_EQ(numberAt(y, i), reducedAt(r, kind, x, 9, i)) << i;
        });
      }
}

TEST_F(Reduce, FloatsInOrder) {
  for (const Reduction &r :
       {Reduction{3, 200, 20}, Reduction{3, 2500, 2}, Reduction{2, 9, 6}, Reduction{9, 5, 1},
        Reduction{9, 70, 1}, Reduction{9, 700, 1}, Reduction{3, 5000, 1}, Reduction{2, 9001, 1}})
    for (auto kind : {qrt::ReduceKind::Sum, qrt::ReduceKind::Max, qrt::ReduceKind::Min}) {
      CaseBuilder builder(ElementType::F32, r.inner);
      const qrt::Tensor x = randomTensor(random, ElementType::F32, {r.outer, r.reduced, r.inner});
      const qrt::ReduceCall call{
          {kind, r.reduced, r.inner}, perSample(1), {}, builder.buffer(x), identityEpilogue()};
      builder.onEveryKernel(call, r.outer, [&](const qrt::Tensor &y) {
        for (int64_t i = 0; i < y.size(); ++i)
          ASSERT_EQ(numberAt(y, i), kind == qrt::ReduceKind::Sum ? double(orderedSumAt(r, x, i))
                                                                 : reducedAt(r, kind, x, 0, i))
              << i;
      });
    }
}

TEST_F(Reduce, ReadsHalvesAsTheyAreWidened) {
  for (const Reduction &r : {Reduction{3, 200, 20}, Reduction{2, 9, 6}, Reduction{9, 70, 1},
                             Reduction{3, 5000, 1}, Reduction{2, 9001, 1}})
    for (ElementType type : {ElementType::F16, ElementType::BF16}) {
      CaseBuilder halves(ElementType::F32, r.inner), floats(ElementType::F32, r.inner);
      const qrt::Tensor x = randomTensor(random, type, {r.outer, r.reduced, r.inner});
      auto build = [&](CaseBuilder &builder, const qrt::Tensor &rows) {
        return qrt::ReduceCall{{qrt::ReduceKind::SumSquares, r.reduced, r.inner},
                               perSample(1),
                               {},
                               builder.buffer(rows),
                               identityEpilogue()};
      };
      const qrt::ReduceCall call = build(halves, x), wide = build(floats, qrt::widened(x));
      expectSameBits(halves, call, floats, wide, r.outer);
    }
}

} // namespace
} // namespace qopt::test
