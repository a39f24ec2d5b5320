#include "ir/ops/lite/functions.h"

#include "ir/ops.h"
#include "ir/ops/lite/arithmetic.h"
#include "ir/ops/lite/tables.h"
#include "ir/ops/rescale.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using qrt::ScalarOp;

namespace qopt::nn::lite {
namespace {

struct Ends {
  QuantParams from, to;
};

/// A function's rule: in f32 (`real`), or in steps without zero points (`steps`); for 16 bits the
/// 513 points of `real`, or a body.
struct Row {
  StringRef operation;
  float (*real)(float, const Ends &) = nullptr;
  int64_t (*steps)(Operation *, int64_t, const Ends &) = nullptr;
  BodyValue (*sixteen)(BodyBuilder &, Operation *, const Ends &) = nullptr;
};

float sigmoid(float x, const Ends &) { return 1.0f / (1.0f + std::exp(-x)); }
float tanh(float x, const Ends &) { return std::tanh(x); }
float exponential(float x, const Ends &) { return std::exp(x); }
float logarithm(float x, const Ends &ends) {
  return x <= 0.0f ? float(ends.to.min - ends.to.zeroPoint) * float(ends.to.scale) : std::log(x);
}

// ---- (L12) hard swish ----

int64_t saturated(int64_t x) { return std::clamp<int64_t>(x, -32768, 32767); }
// a·b·2^−15 of 16 bits: rounded as C's division does, halves away or up.
int64_t product16(int64_t a, int64_t b) {
  const int64_t product = a * b;
  return (product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15);
}

int64_t hardSwish(Operation *, int64_t n, const Ends &ends) {
  const float fine = (1.0f / 128.0f) * float(ends.from.scale);
  const Multiplier output(fine / float(ends.to.scale)), reluish(fine / (3.0f / 32768.0f));
  const int64_t value = product16(n * 128, reducedMantissa(output.mantissa));
  int64_t share = n * 128;
  if (reluish.exponent > 0)
    share = saturated(share * (int64_t(1) << std::min(reluish.exponent - 1, 31)));
  share = product16(share, reducedMantissa(reluish.mantissa));
  share = reluish.exponent > 0 ? saturated(share * 2) : roundedShift(share, -reluish.exponent);
  share = (share + (1 << 15)) >> 1;
  const int64_t t = share * value / (1 << 15);
  return output.exponent > 0 ? t * (int64_t(1) << std::min(output.exponent, 31))
                             : roundedShift(t, -output.exponent);
}

// ---- (L13) leaky relu, magnitudes ----

float ratioOf(const Ends &ends, float factor = 1) {
  return float(ends.from.scale) * factor / float(ends.to.scale);
}
float alphaOf(Operation *op) { return cast<LeakyReluOp>(op).getAlpha().convertToFloat(); }

int64_t leakyRelu(Operation *op, int64_t n, const Ends &ends) {
  if (n >= 0)
    return scaled(n, Multiplier(ratioOf(ends)));
  const float m = ratioOf(ends, alphaOf(op));
  const int64_t t = scaled(n, Multiplier(std::fabs(m)));
  return m < 0 ? -t : t;
}

BodyValue leakyRelu16(BodyBuilder &body, Operation *op, const Ends &ends) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue n = centeredSteps(s, body.operand(0), ends.from), zero = s.constant(int32_t(0));
  const float m = ratioOf(ends, alphaOf(op));
  BodyValue below = fixedProduct(s, n, std::fabs(m));
  if (m < 0)
    below = s.apply(ScalarOp::SubI, zero, below);
  BodyValue isBelow = s.apply(ScalarOp::Less, n, zero);
  BodyValue t = s.apply(ScalarOp::Select, isBelow, below, fixedProduct(s, n, ratioOf(ends)));
  return clampToStorage(s, t, ends.to);
}

int64_t magnitude(Operation *, int64_t n, const Ends &ends) {
  return scaled(std::abs(n), Multiplier(ratioOf(ends)));
}

BodyValue magnitude16(BodyBuilder &body, Operation *, const Ends &ends) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue n = centeredSteps(s, body.operand(0), ends.from);
  n = s.apply(ScalarOp::MaxI, n, s.apply(ScalarOp::SubI, s.constant(int32_t(0)), n));
  return clampToStorage(s, fixedProduct(s, n, ratioOf(ends)), ends.to);
}

// ---- (L11) sigmoid and tanh of 16 bits ----

/// x in steps of 1/12288: q·factor·2^−shift.
struct Argument {
  Argument(double scale, int largestShift);
  int32_t factor = 0;
  int shift = 0;
};
Argument::Argument(double scale, int largestShift) {
  const double exponent = std::log2(scale);
  const double left = 12 + std::round(exponent);
  if (std::fabs(exponent - std::round(exponent)) < 1e-3 && left >= 0 && left <= largestShift) {
    factor = 3 << int(left);
    return;
  }
  double m = double(float(scale)) * 4096.0 * 3.0;
  for (; m <= 32767.0 / 2.0 && shift <= 30; ++shift)
    m *= 2;
  factor = int32_t(std::min(m, 0x7fffffffp0));
}

/// |x| and whether x is below 0; and its sigmoid between two points `bits` bits apart, of
/// 16 + bits bits, or `most` beyond them.
struct SigmoidOfSteps {
  BodyValue isBelow, value;
};
SigmoidOfSteps sigmoidOf(BodyBuilder &body, const Argument &argument, int32_t bits, int32_t most) {
  qrt::ScalarBuilder &s = body.scalar;
  auto apply = [&](ScalarOp op, BodyValue a, int32_t b) { return s.apply(op, a, s.constant(b)); };
  BodyValue x = apply(ScalarOp::MulI, body.operand(0), argument.factor);
  const int32_t half = argument.shift > 0 ? 1 << (argument.shift - 1) : 0;
  x = apply(ScalarOp::ShrI, apply(ScalarOp::AddI, x, half), argument.shift);
  BodyValue isBelow = apply(ScalarOp::Less, x, 0);
  BodyValue size = s.apply(ScalarOp::MaxI, x, s.apply(ScalarOp::SubI, s.constant(int32_t(0)), x));
  BodyValue place = apply(ScalarOp::ShrI, size, bits);
  BodyValue isBeyond = s.apply(ScalarOp::LessEqual, s.constant(int32_t(255)), place);
  place = apply(ScalarOp::MinI, apply(ScalarOp::MaxI, place, 0), 254);
  const std::vector<int32_t> table = sigmoids();
  BodyValue low = s.lookup(table, place);
  BodyValue high = s.lookup(std::vector<int32_t>(table.begin() + 1, table.end()), place);
  BodyValue rest = apply(ScalarOp::AndI, size, (1 << bits) - 1);
  BodyValue between = s.apply(ScalarOp::MulI, rest, s.apply(ScalarOp::SubI, high, low));
  BodyValue t = s.apply(ScalarOp::AddI, apply(ScalarOp::ShlI, low, bits), between);
  return {isBelow, s.apply(ScalarOp::Select, isBeyond, s.constant(most), t)};
}

BodyValue sigmoid16(BodyBuilder &body, Operation *, const Ends &ends) {
  qrt::ScalarBuilder &s = body.scalar;
  auto [isBelow, value] = sigmoidOf(body, Argument(ends.from.scale, 0), 9, 0x7FFF << 10);
  BodyValue above = s.apply(ScalarOp::AddI, value, s.constant(int32_t(1 << 9)));
  BodyValue below = s.apply(ScalarOp::SubI, s.constant(int32_t((1 << 25) + (1 << 9) - 1)), value);
  BodyValue t = s.apply(ScalarOp::Select, isBelow, below, above);
  return clampToStorage(s, s.apply(ScalarOp::ShrI, t, s.constant(int32_t(10))), ends.to);
}

BodyValue tanh16(BodyBuilder &body, Operation *, const Ends &ends) {
  qrt::ScalarBuilder &s = body.scalar;
  auto [isBelow, value] = sigmoidOf(body, Argument(ends.from.scale, 1), 8, 0xFFFF << 8);
  constexpr int32_t one = 1 << 23, half = 1 << 7;
  BodyValue above = s.apply(ScalarOp::AddI, value, s.constant(int32_t(half - one)));
  BodyValue below = s.apply(ScalarOp::SubI, s.constant(int32_t(one + half - 1)), value);
  BodyValue t = s.apply(ScalarOp::Select, isBelow, below, above);
  return clampToStorage(s, s.apply(ScalarOp::ShrI, t, s.constant(int32_t(8))), ends.to);
}

// ---- (L10) ----

template <float (*real)(float, const Ends &)>
BodyValue points(BodyBuilder &body, Operation *, const Ends &ends) {
  const std::vector<int32_t> table = tableOfSixteen<float>(
      float(ends.from.scale), 0, float(ends.to.scale), [&](float x) { return real(x, ends); });
  return interpolated(body.scalar, body.operand(0), table);
}

const Row *rowOf(Operation *op) {
  static const Row rows[] = {
      {SigmoidOp::getOperationName(), sigmoid, nullptr, sigmoid16},
      {TanhOp::getOperationName(), tanh, nullptr, tanh16},
      {ExpOp::getOperationName(), exponential, nullptr, points<exponential>},
      {LogOp::getOperationName(), logarithm, nullptr, points<logarithm>},
      {HardSwishOp::getOperationName(), nullptr, hardSwish, nullptr},
      {LeakyReluOp::getOperationName(), nullptr, leakyRelu, leakyRelu16},
      {AbsOp::getOperationName(), nullptr, magnitude, magnitude16},
  };
  const StringRef name = op->getName().getStringRef();
  const Row *row = llvm::find_if(rows, [&](const Row &row) { return row.operation == name; });
  return row == std::end(rows) ? nullptr : row;
}

} // namespace

bool takesSixteenBits(Operation *op) {
  const Row *row = rowOf(op);
  if (!row || !row->sixteen)
    return false;
  // (L11) has results of 2^−15 alone.
  const bool isOfShares = row->sixteen == sigmoid16 || row->sixteen == tanh16;
  std::optional<QuantParams> to = quantParams(op->getResult(0).getType());
  return !isOfShares || !to || qrt::byteWidth(to->storage) != 2 ||
         (std::fabs(std::log2(to->scale) + 15) < 1e-3 && to->zeroPoint == 0);
}

BodyValue functionBody(BodyBuilder &body, Operation *op, llvm::function_ref<double(double)> real) {
  const Ends ends{*quantParams(op->getOperand(0).getType()),
                  *quantParams(op->getResult(0).getType())};
  const Row *row = rowOf(op);
  if (row && row->sixteen && qrt::byteWidth(ends.from.storage) == 2)
    return row->sixteen(body, op, ends);
  auto inFloat = [&](float x) { return row ? row->real(x, ends) : float(real(double(x))); };
  auto inSteps = [&](int64_t n) { return row->steps(op, n, ends); };
  const std::vector<int32_t> table = row && row->steps ? tableOfSteps(ends.from, ends.to, inSteps)
                                                       : tableOfEight(ends.from, ends.to, inFloat);
  return entryOf(body.scalar, body.operand(0), ends.from, table);
}

} // namespace qopt::nn::lite
