// Attention as kernels take it, and what it must give, written out here.
#pragma once

#include "test/lowering/kernels/epilogues.h"

#include <algorithm>
#include <limits>

namespace qopt::test {

struct AttentionSizes {
  const char *name;
  int64_t samples, heads, rows, keys, depth, width;
  qrt::ElementType scores, weights; // as they are stored
  int64_t padding;                  // elements behind a row, and before the first
  enum Masks { None, OneRow, Infinite } masks;
};
inline void PrintTo(const AttentionSizes &sizes, std::ostream *out) { *out << sizes.name; }

/// Whole tiles and ragged ones, one step of keys and several, 16 bytes and single elements.
inline constexpr AttentionSizes attentionSizes[] = {
    {"whole", 2, 2, 64, 64, 32, 32, qrt::ElementType::F32, qrt::ElementType::F32, 0,
     AttentionSizes::OneRow},
    {"single", 1, 2, 1, 1, 16, 16, qrt::ElementType::F32, qrt::ElementType::F32, 0,
     AttentionSizes::Infinite},
    {"window", 2, 3, 49, 49, 32, 32, qrt::ElementType::F16, qrt::ElementType::F16, 8,
     AttentionSizes::OneRow},
    {"steps", 1, 1, 20, 150, 24, 40, qrt::ElementType::F32, qrt::ElementType::F32, 8,
     AttentionSizes::Infinite},
    {"odd", 1, 2, 17, 37, 5, 13, qrt::ElementType::F32, qrt::ElementType::F16, 3,
     AttentionSizes::None},
};

/// softmax(q·kᵀ/4 + mask)·v, weights 0 where a score is −∞; stored inside rows. f32 with masks of
/// −∞ has whole rows of them.
class AttentionCase {
public:
  using Type = qrt::ElementType;

  AttentionCase(const AttentionSizes &sizes, Type input, Type output)
      : of(sizes), builder(output, results()) {
    std::mt19937 random(5);
    auto add = [&](int64_t rows, int64_t length, qrt::Tensor &tensor) {
      const int64_t pitch = of.heads * length + of.padding;
      tensor = randomTensor(random, input, {of.padding + of.samples * rows * pitch});
      return qrt::ElementwiseOperandRef{builder.buffer(tensor),
                                        {{rows * pitch, length, pitch, 1}, of.padding}};
    };
    call.batch = perSample(of.samples);
    call.matrices.sizes = {1, of.heads};
    call.rows = of.rows, call.keys = of.keys, call.depth = of.depth, call.width = of.width;
    call.query = add(of.rows, of.depth, query);
    call.key = add(of.keys, of.depth, key);
    call.value = add(of.keys, of.width, value);
    addPrograms(random);
    call.innerMatrices = of.heads;
    qrt::ScalarBuilder s;
    auto t = s.accumulator(Type::F32);
    call.epilogue.program = s.finish(output == Type::F32 ? t : s.roundTo(output, t), output);
    call.epilogue.result = qrt::EpilogueStrides{.sample = of.rows * of.heads * of.width,
                                                .pixel = of.heads * of.width,
                                                .channel = 1,
                                                .inner = of.width};
  }

  int64_t results() const { return of.samples * of.rows * of.heads * of.width; }

  /// Checks the whole result: stored halves are rounded once; scores and weights that are halves
  /// allow a step more.
  void check(const qrt::Tensor &y) const {
    const bool isRounded = of.scores != Type::F32 || of.weights != Type::F32;
    const double step = isRounded || y.type() != Type::F32 ? 0x1p-11 : 0;
    for (int64_t n = 0; n < of.samples * of.heads; ++n)
      for (int64_t row = 0; row < of.rows; ++row) {
        const std::vector<double> expected = rowOf(n / of.heads, n % of.heads, row);
        for (int64_t c = 0; c < of.width; ++c) {
          const int64_t at =
              ((n / of.heads * of.rows + row) * of.heads + n % of.heads) * of.width + c;
          ASSERT_NEAR(numberAt(y, at), expected[size_t(c)],
                      2e-6 + step * (1 + std::fabs(expected[size_t(c)])))
              << n << " " << row << " " << c;
        }
      }
  }

  const AttentionSizes of;
  CaseBuilder builder;
  qrt::AttentionCall call;

private:
  void addPrograms(std::mt19937 &random) {
    using Op = qrt::ScalarOp;
    qrt::ScalarBuilder s, w;
    auto t = s.apply(Op::MulF, s.accumulator(Type::F32), s.constant(0.25f));
    if (of.masks != AttentionSizes::None) {
      mask = randomTensor(random, Type::F32, {of.samples, of.rows, of.keys});
      if (of.masks == AttentionSizes::Infinite)
        for (float &m : std::span(static_cast<float *>(mask.mutableData()), size_t(mask.size())))
          m = m < 0 ? -std::numeric_limits<float>::infinity() : m;
      const int64_t matrix = of.rows * of.keys;
      call.masks = {{builder.buffer(mask), {{matrix, 0, of.keys, 1}}}};
      t = s.apply(Op::AddF, t, s.input({qrt::ScalarInputKind::Tensor, Type::F32, 0}));
    }
    call.scoring = s.finish(of.scores == Type::F32 ? t : s.roundTo(of.scores, t), of.scores);
    const auto score = w.input({qrt::ScalarInputKind::Tensor, of.scores, 0});
    const auto none = w.constant(-std::numeric_limits<float>::infinity());
    const auto share = w.apply(Op::Select, w.apply(Op::Equal, score, none), w.constant(0.0f),
                               w.accumulator(Type::F32));
    call.weighting = w.finish(share, of.weights);
  }

  double at(const qrt::Tensor &tensor, const qrt::ElementwiseOperandRef &operand, int64_t sample,
            int64_t head, int64_t row, int64_t element) const {
    const std::vector<int64_t> &s = operand.access.strides;
    return numberAt(tensor, operand.access.offset + sample * s[0] + head * s[1] + row * s[2] +
                                element * s[3]);
  }

  std::vector<double> rowOf(int64_t sample, int64_t head, int64_t row) const {
    std::vector<double> scores, sums(size_t(of.width), 0.0);
    double largest = -std::numeric_limits<double>::infinity(), total = 0;
    for (int64_t k = 0; k < of.keys; ++k) {
      double score = 0;
      for (int64_t d = 0; d < of.depth; ++d)
        score +=
            at(query, call.query, sample, head, row, d) * at(key, call.key, sample, head, k, d);
      score *= 0.25;
      if (of.masks != AttentionSizes::None)
        score += numberAt(mask, (sample * of.rows + row) * of.keys + k);
      scores.push_back(score);
      largest = std::max(largest, score);
    }
    for (double score : scores)
      total += std::isinf(score) ? 0 : std::exp(score - largest);
    for (int64_t k = 0; k < of.keys; ++k)
      if (!std::isinf(scores[size_t(k)]))
        for (int64_t c = 0; c < of.width; ++c)
          sums[size_t(c)] += std::exp(scores[size_t(k)] - largest) / total *
                             at(value, call.value, sample, head, k, c);
    return sums;
  }

  qrt::Tensor query, key, value, mask;
};

} // namespace qopt::test
