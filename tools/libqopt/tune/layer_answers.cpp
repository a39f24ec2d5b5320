#include "tools/libqopt/tune/layer_answers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

using qrt::ElementType;
using qrt::Tensor;

namespace qopt {

// A prime: rows of a tensor do not repeat each other.
static constexpr int64_t period = 65521;

Tensor noise(ElementType type, qrt::Shape shape, uint64_t seed) {
  Tensor tensor = Tensor::allocate(type, std::move(shape));
  std::mt19937_64 random(seed);
  const int64_t drawn = std::min(period, tensor.size());
  const int64_t low = std::max<int64_t>(qrt::isFloat(type) ? 0 : qrt::lowestOf(type), -1000);
  const int64_t high = std::min<int64_t>(qrt::isFloat(type) ? 0 : qrt::highestOf(type), 1000);
  visitElementType(type, [&](auto tag) {
    using Storage = typename decltype(tag)::Storage;
    for (Storage &value : tensor.mutableValues<Storage>().first(size_t(drawn))) {
      const uint64_t bits = random() >> 32;
      if constexpr (qrt::isFloat(tag.type))
        value = Storage(float(bits) * 0x1p-31f - 1.0f);
      else
        value = Storage(low + int64_t(bits % uint64_t(high - low + 1)));
    }
  });
  auto *bytes = static_cast<std::byte *>(tensor.mutableData());
  for (size_t done = qrt::storedBytes(type, drawn); done < tensor.bytes();) {
    const size_t more = std::min(qrt::storedBytes(type, drawn), tensor.bytes() - done);
    std::memcpy(bytes + done, bytes, more);
    done += more;
  }
  return tensor;
}

// Returns the tolerance for sums in another order, as a part of the largest magnitude.
static double toleranceOf(ElementType type) {
  return qrt::bitWidth(type) >= 32 ? 1e-4 : qrt::bitWidth(type) == 16 ? 2e-2 : 0.2;
}

template <typename Value>
static int64_t countUnlike(std::span<const Value> answers, std::span<const Value> expected,
                           double tolerance) {
  int64_t unlike = 0;
  for (size_t i = 0; i < answers.size(); ++i) {
    const double a = double(answers[i]), b = double(expected[i]);
    const bool areBothNan = std::isnan(a) && std::isnan(b);
    unlike += !(a == b || areBothNan || std::abs(a - b) <= tolerance);
  }
  return unlike;
}

static int64_t countUnlike(const Tensor &answer, const Tensor &expected, bool sumsFloats) {
  return visitElementType(answer.type(), [&](auto tag) {
    using Storage = typename decltype(tag)::Storage;
    const auto values = expected.values<Storage>();
    double tolerance = sumsFloats ? 1 : 0;
    if constexpr (qrt::isFloat(tag.type)) {
      double largest = 0;
      for (Storage value : values)
        if (std::isfinite(double(value)))
          largest = std::max(largest, std::abs(double(value)));
      tolerance = largest * toleranceOf(tag.type);
    }
    return countUnlike<Storage>(answer.values<Storage>(), values, tolerance);
  });
}

std::string whyUnlike(std::span<const Tensor> answers, std::span<const Tensor> expected,
                      bool sumsFloats) {
  for (size_t i = 0; i < expected.size(); ++i)
    if (int64_t unlike = countUnlike(answers[i], expected[i], sumsFloats))
      return std::to_string(unlike) + " of " + std::to_string(expected[i].size()) +
             " values are not those of the heuristics' kernel";
  return "";
}

} // namespace qopt
