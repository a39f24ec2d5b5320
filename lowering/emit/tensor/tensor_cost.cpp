#include "lowering/emit/tensor/tensor_cost.h"

#include <algorithm>

namespace qopt {

using namespace tensor_cost;

double tensor_cost::together(std::initializer_list<double> limits) {
  const double largest = std::max(limits);
  double sum = 0;
  for (double limit : limits)
    sum += limit;
  return largest + 0.2 * (sum - largest);
}

double tensor_cost::divideUp(double a, double b) { return double(int64_t((a + b - 1) / b)); }

double TensorLaunch::rate(double bytes) const {
  if (areFloats())
    return 4 * lanes * (registersOf(p.resident * items) < floatRegisters ? 0.85 : 1);
  return bytes;
}

double TensorLaunch::resident() const {
  const double local = double(localBytes) + 1024;
  return std::max(1.0, std::min(double(p.resident), double(int64_t(double(shared) / local))));
}

double TensorLaunch::resultBytes() const {
  const auto widthOf = [](const std::optional<qrt::ElementType> &type) {
    return type ? double(qrt::byteWidth(*type)) : 0;
  };
  return widthOf(conv.result) + widthOf(conv.side) + widthOf(conv.auxiliary);
}

double TensorLaunch::movingAll() const {
  const double inputs = pixels * double(conv.pitchBytes()) *
                        double(conv.shape.window.stride[0] * conv.shape.window.stride[1]);
  const double weights = channels * double(conv.depthBytes());
  return (inputs + weights + pixels * channels * resultBytes()) / double(units) / memoryBytes;
}

} // namespace qopt
