// Solves for open sizes from the shapes of inputs, both for the batch of a program and for the
// symbols of a network.
#pragma once

#include "runtime/numerics/types/port.h"
#include "runtime/numerics/types/status.h"

#include <map>

namespace qrt {

/// Returns "3x3 of f32", and of rank 0, whose `shape` is empty, "a scalar of f32".
inline std::string tensorWords(const std::string &shape, ElementType type) {
  return (shape.empty() ? "a scalar" : shape) + " of " + std::string(elementTypeName(type));
}

/// `Terms` describes a port's Size: `extent`, its growth with its one symbol (none if it is not
/// linear in one symbol); `symbol`; and `text`, of a size and of a shape.
template <typename Size, typename Terms> class SizeSolver {
public:
  using Ports = std::span<const PortDescription<Size>>;

  /// Returns the values, each at least 1, of the symbols at which all linear sizes of `inputs` are
  /// as `expected`; else InvalidArgument that names the first input that does not fit.
  static Expected<std::map<std::string, int64_t>> solve(Ports expected,
                                                        std::span<const Tensor> inputs) {
    if (expected.size() != inputs.size())
      return invalidArgument(std::to_string(expected.size()) + " inputs are needed, " +
                             std::to_string(inputs.size()) + " were given");
    SizeSolver solver;
    for (size_t i = 0; i < inputs.size(); ++i)
      if (Status status = solver.add(expected[i], inputs[i]); !status.ok())
        return status;
    return std::move(solver.values);
  }

  static Status misfit(const PortDescription<Size> &expected, const Tensor &tensor,
                       const std::string &why = {}) {
    return invalidArgument("input '" + expected.name + "' is " +
                           tensorWords(shapeToString(tensor.shape()), tensor.type()) + "; " +
                           tensorWords(Terms::text(expected.shape), expected.type) + " is needed" +
                           why);
  }

private:
  Status add(const PortDescription<Size> &expected, const Tensor &tensor) {
    const Shape &shape = tensor.shape();
    if (tensor.type() != expected.type || shape.size() != expected.shape.size())
      return misfit(expected, tensor);
    for (size_t d = 0; d < shape.size(); ++d) {
      const std::optional<Extent> extent = Terms::extent(expected.shape[d]);
      if (!extent)
        continue;
      int64_t rest = 0; // of a caller's size, which may be any number
      if (shape[d] < 0 || __builtin_sub_overflow(shape[d], extent->offset, &rest) ||
          (extent->isStatic() ? rest != 0 : rest < 0 || rest % extent->scale != 0))
        return misfit(expected, tensor);
      if (extent->isStatic())
        continue;
      if (rest == 0)
        return nothing(expected, tensor, d);
      const int64_t value = rest / extent->scale;
      auto [known, isNew] = values.try_emplace(Terms::symbol(expected.shape[d]), value);
      if (known->second != value)
        return misfit(expected, tensor, " for one " + known->first + " in all inputs");
    }
    return {};
  }

  // Refuses size 0: the compiler assumes that open sizes are at least 1, and folds a tensor without
  // elements away only if its size is known.
  static Status nothing(const PortDescription<Size> &expected, const Tensor &tensor, size_t d) {
    if (d == 0)
      return invalidArgument("input '" + expected.name +
                             "' is a batch of zero: at least one sample is needed");
    const std::string shape = shapeToString(tensor.shape());
    return invalidArgument("input '" + expected.name + "' has shape " + shape + ", and its size " +
                           Terms::text(expected.shape[d]) +
                           " is 1 or more where it stays open; import the model with --shape=" +
                           expected.name + ":" + shape);
  }

  std::map<std::string, int64_t> values;
};

} // namespace qrt
