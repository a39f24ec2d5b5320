// Attention of floats that a group splits into halves: as near what the definition gives as by the
// kernel whose warps split floats in their registers, whatever scales numbers have.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/byte_attention_case.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

const qrt::DeviceDescription card = attentionCard();
constexpr float none = -std::numeric_limits<float>::infinity();

std::vector<float> resultsOf(std::string_view kernel, const AttentionCase &attention,
                             std::vector<qrt::Tensor> contents) {
  const Choice choice =
      attention.builder.choicesOf(*kernelNamed(kernel), attention.call, card).front();
  contents[0] = qrt::Tensor::allocate(ElementType::F32, {attention.results()});
  runEmulated(attention.builder.emitted(attention.call, choice, card), 1, contents);
  const std::span<const float> results = contents[0].values<float>();
  return {results.begin(), results.end()};
}

std::span<float> floatsOf(qrt::Tensor &tensor) { return tensor.mutableValues<float>(); }
qrt::Tensor copyOf(const qrt::Tensor &tensor) {
  return qrt::Tensor::fromValues(tensor.shape(), tensor.values<float>());
}

// Far past what halves hold: the kernel's own powers of two take them up without a bit's loss.
TEST(EmittedSplitAttention, PowersOfTwoChangeNoBits) {
  const AttentionCase attention(attentionSizes[0], ElementType::F32, ElementType::F32);
  auto scaledBy = [&](std::initializer_list<float> factors) {
    std::vector<qrt::Tensor> contents = attention.builder.contents;
    for (size_t i = 0; i < factors.size(); ++i) {
      contents[i + 1] = copyOf(attention.builder.contents[i + 1]);
      for (float &value : floatsOf(contents[i + 1]))
        value *= factors.begin()[i];
    }
    return resultsOf("attention.f32.split", attention, contents);
  };
  std::vector<float> expected = scaledBy({1, 1, 1});
  for (float &value : expected)
    value *= 0x1p90f;
  EXPECT_EQ(scaledBy({0x1p70f, 0x1p-70f, 0x1p90f}), expected);
}

/// What is done to the numbers of a head. Of every four queries two ask for no outlying key, or for
/// little of it: there what else the column has is the result.
struct Scales {
  const char *name;
  /// Of element d of a query; a key has the inverse, so that scores stay as they were. With 0 all
  /// keys have the same score, so that errors are those of products with values alone.
  float (*element)(int64_t d);
  /// Of element c of key k's value; with `areLarge` none is less than half as large as another was.
  float (*value)(int64_t k, int64_t c);
  bool areLarge = false;
};
constexpr int64_t outlier = 3, keyCount = 40;
constexpr float littleOf = -14; // of a score: a weight of about 2^-20

float same(int64_t) { return 1; }
float zero(int64_t) { return 0; }
float valueSame(int64_t, int64_t) { return 1; }
template <int power> float spread(int64_t d) {
  return std::ldexp(1.0f, int(d * 7 % 32) * power / 31 - power / 2);
}
template <int power> float rowOut(int64_t k, int64_t) {
  return k == outlier ? std::ldexp(1.0f, power) : 1;
}
template <int power> float oneOut(int64_t k, int64_t c) {
  return k == outlier && c == 5 ? std::ldexp(1.0f, power) : 1;
}
template <int power> float columnsOut(int64_t, int64_t c) {
  return c % 2 ? std::ldexp(1.0f, power) : 1;
}
float columnsAndRowOut(int64_t k, int64_t c) { return columnsOut<40>(k, c) * rowOut<40>(k, c); }
template <int power> float spreadOfColumn(int64_t k, int64_t c) {
  return std::ldexp(1.0f, int((k * 11 + c * 5) % keyCount) * power / int(keyCount - 1));
}
float anyValue(int64_t k, int64_t c) { return std::ldexp(1.0f, int((k * 37 + c * 11) % 61) - 30); }

constexpr Scales scales[] = {
    {"ordinary", same, valueSame},
    {"values", zero, valueSame},
    {"columns of values", zero, columnsOut<40>},
    {"a row of values", zero, rowOut<40>},
    {"a value", zero, oneOut<40>},
    {"columns and a row", zero, columnsAndRowOut},
    {"a row near the bound", zero, rowOut<16>, true},
    {"a row at the bound", zero, rowOut<18>, true},
    {"a row beyond the bound", zero, rowOut<20>, true},
    {"a row far beyond", zero, rowOut<26>, true},
    {"columns near the bound", zero, spreadOfColumn<18>, true},
    {"any values", zero, anyValue},
    {"elements of keys", spread<12>, valueSame},
    {"elements near the bound", spread<18>, valueSame},
    {"elements past the bound", spread<40>, valueSame},
};

constexpr AttentionSizes sizes = {
    "scales",         1, std::size(scales),     64, keyCount, 32, 32, ElementType::F32,
    ElementType::F32, 0, AttentionSizes::OneRow};

class ScaledAttention {
public:
  ScaledAttention() : attention(sizes, ElementType::F32, ElementType::F32) {
    for (size_t i = 1; i <= 4; ++i)
      contents[i] = copyOf(contents[i]);
    for (int64_t head = 0; head < sizes.heads; ++head)
      scaleHead(head, scales[head]);
    for (float &mask : floatsOf(contents[4]))
      mask = 0;
    for (int64_t row = 0; row < sizes.rows; row += 4) {
      floatsOf(contents[4])[size_t(row * sizes.keys + outlier)] = none;
      floatsOf(contents[4])[size_t((row + 1) * sizes.keys + outlier)] = littleOf;
    }
  }

  /// Of each head, what is said of a kernel's errors, in what terms are without their signs.
  struct Errors {
    double largest = 0, squares = 0;
  };
  std::vector<Errors> errors(std::string_view kernel) const {
    const std::vector<float> results = resultsOf(kernel, attention, contents);
    std::vector<Errors> errors(size_t(sizes.heads));
    for (int64_t head = 0; head < sizes.heads; ++head)
      for (int64_t row = 0; row < sizes.rows; ++row) {
        const std::vector<double> weights = weightsOf(head, row);
        for (int64_t c = 0; c < sizes.width; ++c) {
          double sum = 0, terms = 0;
          for (int64_t k = 0; k < sizes.keys; ++k) {
            const double term = weights[size_t(k)] * at(3, k, head, c);
            sum += term, terms += std::fabs(term);
          }
          const double error = std::fabs(results[place(row, head, c)] - sum) / terms;
          errors[size_t(head)].largest = std::max(errors[size_t(head)].largest, error);
          errors[size_t(head)].squares += error * error;
        }
      }
    return errors;
  }

private:
  static size_t place(int64_t row, int64_t head, int64_t element) {
    return size_t((row * sizes.heads + head) * sizes.depth + element); // width is the same
  }
  double at(size_t buffer, int64_t row, int64_t head, int64_t element) const {
    return contents[buffer].values<float>()[place(row, head, element)];
  }

  void scaleHead(int64_t head, const Scales &by) {
    for (int64_t e = 0; e < sizes.depth; ++e) {
      for (int64_t row = 0; row < sizes.rows; ++row)
        floatsOf(contents[1])[place(row, head, e)] *= by.element(e);
      for (int64_t k = 0; k < sizes.keys; ++k) {
        floatsOf(contents[2])[place(k, head, e)] /= by.element(e) == 0 ? 1 : by.element(e);
        float &value = floatsOf(contents[3])[place(k, head, e)];
        if (by.areLarge)
          value = std::copysign(0.5f + std::fabs(value) / 2, value);
        value *= by.value(k, e);
      }
    }
  }

  std::vector<double> weightsOf(int64_t head, int64_t row) const {
    std::vector<double> weights;
    double total = 0;
    for (int64_t k = 0; k < sizes.keys; ++k) {
      double score = 0;
      for (int64_t d = 0; d < sizes.depth; ++d)
        score += at(1, row, head, d) * at(2, k, head, d);
      score = score / 4 + numberAt(contents[4], row * sizes.keys + k);
      weights.push_back(std::exp(score));
      total += weights.back();
    }
    for (double &weight : weights)
      weight /= total;
    return weights;
  }

  AttentionCase attention;
  std::vector<qrt::Tensor> contents = attention.builder.contents;
};

TEST(EmittedSplitAttention, IsAsNearAsAttentionOfFloats) {
  const ScaledAttention scaled;
  const auto floats = scaled.errors("attention.f32");
  const auto split = scaled.errors("attention.f32.split");
  for (size_t head = 0; head < std::size(scales); ++head) {
    EXPECT_LE(split[head].squares, floats[head].squares) << scales[head].name;
    EXPECT_LE(split[head].largest, floats[head].largest) << scales[head].name;
  }
}

} // namespace
} // namespace qopt::test
