#include "runtime/numerics/types/batch.h"

#include <algorithm>

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

// N such that `size` is `actual`; none where there is no positive one.
static std::optional<int64_t> solve(const Extent &size, int64_t actual) {
  int64_t rest = actual - size.offset;
  if (rest <= 0 || rest % size.scale != 0)
    return std::nullopt;
  return rest / size.scale;
}

static Status misfit(const PortDescription<Extent> &expected, const Tensor &tensor,
                     const char *why) {
  return invalidArgument("input '" + expected.name + "' is " + shapeToString(tensor.shape()) +
                         " of " + std::string(elementTypeName(tensor.type())) + "; " +
                         sizesToString(expected.shape) + " of " +
                         std::string(elementTypeName(expected.type)) + " is needed" + why);
}

static Status checkInput(const PortDescription<Extent> &expected, const Tensor &tensor,
                         std::optional<int64_t> &batch) {
  const Shape &shape = tensor.shape();
  if (tensor.type() != expected.type || shape.size() != expected.shape.size())
    return misfit(expected, tensor, "");
  for (size_t d = 0; d < shape.size(); ++d) {
    const Extent &size = expected.shape[d];
    if (size.isStatic()) {
      if (shape[d] != size.offset)
        return misfit(expected, tensor, "");
      continue;
    }
    if (shape[d] == size.at(0))
      return invalidArgument("input '" + expected.name +
                             "' is a batch of zero: at least one sample is needed");
    std::optional<int64_t> own = solve(size, shape[d]);
    if (!own)
      return misfit(expected, tensor, "");
    if (batch && *batch != *own)
      return misfit(expected, tensor, " for one N in all inputs");
    batch = own;
  }
  return {};
}

Expected<int64_t> solveBatch(std::span<const PortDescription<Extent>> expected,
                             std::span<const Tensor> inputs) {
  if (expected.size() != inputs.size())
    return invalidArgument(std::to_string(expected.size()) + " inputs are needed, " +
                           std::to_string(inputs.size()) + " were given");
  std::optional<int64_t> batch;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Status status = checkInput(expected[i], inputs[i], batch); !status.ok())
      return status;
  return batch.value_or(1);
}

} // namespace qrt
