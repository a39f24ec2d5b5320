// An epilogue makes a result of each accumulator of a loop. Pointers are row-major storage of the
// stated shape; outputs never alias inputs.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/scalar/scalar_program.h"
#include "runtime/numerics/types/fields.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace qrt {

/// The strides at which output element (n, p, c) finds its own element of a tensor: at n / samples
/// · sample + n % samples · inner + p · pixel + c · channel, `samples` being the epilogue's
/// innerSamples and p the pixel y·W + x.
struct EpilogueStrides {
  int64_t sample = 0, pixel = 0, channel = 0, inner = 0;
  bool operator==(const EpilogueStrides &) const = default;
};
QRT_FIELDS(EpilogueStrides, sample, pixel, channel, inner)

struct EpilogueTensor {
  const void *data;
  EpilogueStrides strides;
};

/// A scalar program prepared for an instruction set, once for many calls.
class BlockProgram;
using BlockProgramPtr = std::shared_ptr<const BlockProgram>;
/// `program` must outlive it.
BlockProgramPtr prepareProgram(Isa, const ScalarProgram &program);

/// A scalar program that is applied to each accumulator. Its result is stored densely at (n, p, c),
/// or at the strides `result` (with contiguous channels). An input of kind Tensor reads
/// tensors[inputs[i].index], one of kind Channel channels[inputs[i].index][c].
struct Epilogue {
  const ScalarProgram *program;
  std::span<const EpilogueTensor> tensors;
  std::span<const void *const> channels;
  void *output;
  int64_t innerSamples = 1;
  std::optional<EpilogueStrides> result = std::nullopt;
  const BlockProgram *prepared = nullptr; // `program`, for this call's instruction set
  /// If set, a second program that is run on each result as stored (its accumulator); element i of
  /// its output belongs to the output's element i.
  const BlockProgram *auxiliary = nullptr;
  void *auxiliaryOutput = nullptr;
};

} // namespace qrt
