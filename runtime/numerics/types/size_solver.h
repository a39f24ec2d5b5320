// What open sizes are, from the shapes of inputs: once for the batch of a program and for the
// symbols of a network.
#pragma once

#include "runtime/numerics/types/port.h"
#include "runtime/numerics/types/status.h"

#include <map>

namespace qrt {

/// `Terms` says of a port's Size: `extent`, how it grows with its one symbol, none where it is not
/// linear in one; `symbol`; and `text`, of a size and of a shape.
template <typename Size, typename Terms> class SizeSolver {
public:
  using Ports = std::span<const PortDescription<Size>>;

  /// The symbols' values, 1 and more, at which all sizes of `inputs` that are linear are as
  /// `expected`. Else InvalidArgument that names the first input that does not fit.
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
    return invalidArgument("input '" + expected.name + "' is " + shapeToString(tensor.shape()) +
                           " of " + std::string(elementTypeName(tensor.type())) + "; " +
                           Terms::text(expected.shape) + " of " +
                           std::string(elementTypeName(expected.type)) + " is needed" + why);
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

  // What has no elements folds away where its size is known.
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
