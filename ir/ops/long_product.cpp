#include "ir/ops/long_product.h"

#include <cmath>

using qrt::ScalarOp;

namespace qopt::nn::lite {

LongMultipliers::LongMultipliers(llvm::ArrayRef<double> ratios) {
  constexpr int64_t mask = (1 << 20) - 1;
  for (double m : ratios) {
    int exponent = 0;
    const auto bits = int64_t(std::ldexp(std::frexp(m, &exponent), 53));
    const int shift = 13 - exponent;
    const bool isTiny = shift > 61;
    low.push_back(isTiny ? 0 : int32_t(bits & mask));
    middle.push_back(isTiny ? 0 : int32_t(bits >> 20 & mask));
    high.push_back(isTiny ? 0 : int32_t(bits >> 40));
    shifts.push_back(isTiny ? 1 : std::max(shift, 1));
  }
}

// Computes on |n|, so that bits cut off below the last one never turn a value into a half.
BodyValue longProduct(qrt::ScalarBuilder &s, BodyValue n, BodyValue low, BodyValue middle,
                      BodyValue high, BodyValue shift) {
  auto wide = [&](BodyValue x) { return s.apply(ScalarOp::I32ToI64, x); };
  BodyValue zero = s.constant64(0), one = s.constant64(1), twenty = s.constant64(20);
  BodyValue isBelow = s.apply(ScalarOp::Less, n, zero);
  BodyValue size = s.apply(ScalarOp::MaxI, n, s.apply(ScalarOp::SubI, zero, n));
  BodyValue sum = s.apply(ScalarOp::MulI, size, wide(low));
  for (BodyValue part : {middle, high})
    sum = s.apply(ScalarOp::AddI, s.apply(ScalarOp::MulI, size, wide(part)),
                  s.apply(ScalarOp::ShrI, sum, twenty));
  BodyValue count = wide(shift);
  BodyValue half = s.apply(ScalarOp::ShlI, one, s.apply(ScalarOp::SubI, count, one));
  BodyValue t = s.apply(ScalarOp::ShrI, s.apply(ScalarOp::AddI, sum, half), count);
  return s.apply(ScalarOp::Select, isBelow, s.apply(ScalarOp::SubI, zero, t), t);
}

} // namespace qopt::nn::lite
