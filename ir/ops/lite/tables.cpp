#include "ir/ops/lite/tables.h"

#include <algorithm>
#include <cmath>

using qrt::ScalarOp;

namespace qopt::nn::lite {

std::vector<int32_t> tableOfEight(const QuantParams &from, const QuantParams &to,
                                  llvm::function_ref<float(float)> function) {
  const float inverse = 1 / float(to.scale);
  std::vector<int32_t> table;
  for (int64_t q = qrt::lowestOf(from.storage); q <= qrt::highestOf(from.storage); ++q) {
    const float real = float(from.scale) * float(q - from.zeroPoint);
    const float t = std::round(function(real) * inverse) + float(to.zeroPoint);
    // The conversion of a value that no i32 holds gives the lowest i32.
    const bool isInteger = t >= -0x1p31f && t < 0x1p31f;
    table.push_back(int32_t(std::clamp<double>(isInteger ? t : -0x1p31, to.min, to.max)));
  }
  return table;
}

std::vector<int32_t> tableOfSteps(const QuantParams &from, const QuantParams &to,
                                  llvm::function_ref<int64_t(int64_t)> steps) {
  std::vector<int32_t> table;
  for (int64_t q = qrt::lowestOf(from.storage); q <= qrt::highestOf(from.storage); ++q)
    table.push_back(
        int32_t(std::clamp<int64_t>(steps(q - from.zeroPoint) + to.zeroPoint, to.min, to.max)));
  return table;
}

BodyValue entryOf(qrt::ScalarBuilder &s, BodyValue q, const QuantParams &from,
                  const std::vector<int32_t> &table) {
  const int64_t lowest = qrt::lowestOf(from.storage);
  return s.lookup(table, s.apply(ScalarOp::SubI, q, s.constant(int32_t(lowest))));
}

// (L10)
template <class Float>
std::vector<int32_t> tableOfSixteen(Float inputScale, int64_t inputZero, Float outputScale,
                                    const std::function<Float(Float)> &function) {
  const Float low = inputScale * Float(-32768 - inputZero);
  const Float high = inputScale * Float(32767 - inputZero);
  const Float inverse = Float(65536) / (outputScale * Float(32767) - outputScale * Float(-32768));
  const Float step = (high - low) / 512, half = step / 2;
  auto stored = [](Float t) { return int32_t(std::clamp<Float>(t, -32768, 32767)); };
  std::vector<int32_t> table;
  for (int i = 0; i < 512; ++i) {
    const Float sample = std::round(function(low + Float(i) * step) * inverse);
    const Float middle = std::round(function(low + Float(i) * step + half) * inverse);
    const Float chord =
        std::round((function(low + Float(i + 1) * step) * inverse + sample) / Float(2));
    table.push_back(stored(sample - std::round((chord - middle) / Float(2))));
  }
  table.push_back(stored(std::round(function(high) * inverse)));
  return table;
}
template std::vector<int32_t> tableOfSixteen(float, int64_t, float,
                                             const std::function<float(float)> &);
template std::vector<int32_t> tableOfSixteen(double, int64_t, double,
                                             const std::function<double(double)> &);

BodyValue interpolated(qrt::ScalarBuilder &s, BodyValue q, const std::vector<int32_t> &table) {
  BodyValue place = s.apply(ScalarOp::ShrI, q, s.constant(int32_t(7)));
  place = s.apply(ScalarOp::AddI, place, s.constant(int32_t(256)));
  // The bounds say that the table is not left.
  place = s.apply(ScalarOp::MaxI, place, s.constant(int32_t(0)));
  place = s.apply(ScalarOp::MinI, place, s.constant(int32_t(511)));
  BodyValue base = s.lookup(table, place);
  const std::vector<int32_t> later(table.begin() + 1, table.end());
  BodyValue slope = s.apply(ScalarOp::SubI, s.lookup(later, place), base);
  BodyValue rest = s.apply(ScalarOp::AndI, q, s.constant(int32_t(127)));
  BodyValue delta = s.apply(ScalarOp::MulI, slope, rest);
  delta = s.apply(ScalarOp::AddI, delta, s.constant(int32_t(64)));
  return s.apply(ScalarOp::AddI, base, s.apply(ScalarOp::ShrI, delta, s.constant(int32_t(7))));
}

// (L11)
std::vector<int32_t> sigmoids() {
  auto at = [](double i) { return 65536 / (1 + std::exp(-i / 24)); };
  std::vector<int32_t> table;
  for (int i = 0; i < 255; ++i)
    table.push_back(int32_t(std::floor(at(i) + (at(i + 0.5) - (at(i) + at(i + 1)) / 2) / 2 + 0.5)));
  table.push_back(65535);
  return table;
}

} // namespace qopt::nn::lite
