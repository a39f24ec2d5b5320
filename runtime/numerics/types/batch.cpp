#include "runtime/numerics/types/batch.h"

#include "runtime/numerics/types/size_solver.h"

namespace qrt {

std::string sizeToString(const Extent &size) {
  if (size.isStatic())
    return std::to_string(size.offset);
  std::string text = size.scale == 1 ? "N" : std::to_string(size.scale) + "*N";
  if (size.offset != 0)
    text += (size.offset > 0 ? "+" : "") + std::to_string(size.offset);
  return text;
}

std::string sizesToString(std::span<const Extent> sizes) {
  std::string text;
  for (const Extent &size : sizes)
    text += (&size == sizes.data() ? "" : "x") + sizeToString(size);
  return text;
}

namespace {

struct BatchTerms {
  static std::optional<Extent> extent(const Extent &size) { return size; }
  static std::string symbol(const Extent &) { return "N"; }
  static std::string text(const Extent &size) { return sizeToString(size); }
  static std::string text(std::span<const Extent> shape) { return sizesToString(shape); }
};

} // namespace

Expected<int64_t> solveBatch(std::span<const PortDescription<Extent>> expected,
                             std::span<const Tensor> inputs) {
  auto values = SizeSolver<Extent, BatchTerms>::solve(expected, inputs);
  if (!values)
    return values.status();
  return values->empty() ? 1 : values->begin()->second;
}

} // namespace qrt
