#include "test/conformance/float_functions/functions.h"

#include <bit>
#include <cmath>
#include <limits>

namespace qrt::test {

std::span<const FloatFunction> floatFunctions() {
  static constexpr FloatFunction functions[] = {
      {"exp", ScalarOp::ExpF, "expF(x)", [](double x, double) { return std::exp(x); }, 0.90},
      {"log", ScalarOp::LogF, "logF(x)", [](double x, double) { return std::log(x); }, 0.94},
      {"tanh", ScalarOp::TanhF, "tanhF(x)", [](double x, double) { return std::tanh(x); }, 1.34},
      {"erf", ScalarOp::ErfF, "erfF(x)", [](double x, double) { return std::erf(x); }, 1.04},
      {"sigmoid", ScalarOp::SigmoidF, "sigmoidF(x)",
       [](double x, double) { return 1 / (1 + std::exp(-x)); }, 1.65},
      {"pow", ScalarOp::PowF, "powF(x, y)", [](double x, double y) { return std::pow(x, y); },
       0.93},
      {"expm1", ScalarOp::Expm1F, "expm1F(x)", [](double x, double) { return std::expm1(x); },
       1.46},
      {"softplus", ScalarOp::SoftplusF, "softplusF(x)",
       [](double x, double) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); },
       1.88},
      {"sin", ScalarOp::SinF, "sinF(x)", [](double x, double) { return std::sin(x); }, 0.99},
      {"cos", ScalarOp::CosF, "cosF(x)", [](double x, double) { return std::cos(x); }, 0.99},
      {"tan", ScalarOp::TanF, "tanF(x)", [](double x, double) { return std::tan(x); }, 1.42},
      {"asin", ScalarOp::AsinF, "asinF(x)", [](double x, double) { return std::asin(x); }, 1.18},
      {"acos", ScalarOp::AcosF, "acosF(x)", [](double x, double) { return std::acos(x); }, 1.15},
      {"atan", ScalarOp::AtanF, "atanF(x)", [](double x, double) { return std::atan(x); }, 1.22},
      {"sinh", ScalarOp::SinhF, "sinhF(x)", [](double x, double) { return std::sinh(x); }, 1.63},
      {"cosh", ScalarOp::CoshF, "coshF(x)", [](double x, double) { return std::cosh(x); }, 1.36},
      {"asinh", ScalarOp::AsinhF, "asinhF(x)", [](double x, double) { return std::asinh(x); },
       1.38},
      {"acosh", ScalarOp::AcoshF, "acoshF(x)", [](double x, double) { return std::acosh(x); },
       1.52},
      {"atanh", ScalarOp::AtanhF, "atanhF(x)", [](double x, double) { return std::atanh(x); },
       1.36},
  };
  return functions;
}

double errorInUlp(float actual, double exact) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(actual))
    return std::isnan(exact) && std::isnan(actual) ? 0 : wrong;
  bool extreme = exact == 0 || std::fabs(exact) > std::numeric_limits<float>::max();
  if (extreme && std::signbit(actual) != std::signbit(exact))
    return wrong;
  auto bounded = [](double value) { return std::fmax(-0x1p128, std::fmin(value, 0x1p128)); };
  double limited = bounded(exact);
  int exponent = int(std::bit_cast<uint64_t>(limited) >> 52 & 0x7ff) - 1023;
  exponent = exponent < -126 ? -126 : exponent;
  double perUlp = std::bit_cast<double>(uint64_t(1023 + 23 - exponent) << 52);
  return std::fabs(bounded(double(actual)) - limited) * perUlp;
}

static uint64_t randomBits(uint64_t i) { // splitmix64
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

void powPair(uint64_t i, float &x, float &y) {
  uint64_t bits = randomBits(2 * i), more = randomBits(2 * i + 1);
  double unit = double(int64_t(more)) * 0x1p-63; // within [−1, 1)
  x = std::bit_cast<float>(uint32_t(bits));
  switch (bits >> 32 & 3) {
  case 0: y = std::bit_cast<float>(uint32_t(more)); return;
  case 1:
    x = float(std::exp2(double(int32_t(bits)) * 0x1p-30));
    y = float(unit * 300);
    return;
  case 2: x = std::fabs(x); break;
  default: x = float(1 + double(int32_t(bits)) * 0x1p-31 * std::exp2(-double(bits >> 40 & 15)));
  }
  double exponent = unit * 150 / std::log2(double(x));
  y = std::isfinite(exponent) ? float(exponent) : std::bit_cast<float>(uint32_t(more));
}

} // namespace qrt::test
