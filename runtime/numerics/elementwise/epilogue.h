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

/// Where output element (n, p, c) of an epilogue finds its own element of a tensor:
/// n / samples · sample + n % samples · inner + p · pixel + c · channel, `samples` the epilogue's
/// innerSamples; p is the pixel y·W + x.
struct EpilogueStrides {
  int64_t sample = 0, pixel = 0, channel = 0, inner = 0;
  bool operator==(const EpilogueStrides &) const = default;
};
QRT_FIELDS(EpilogueStrides, sample, pixel, channel, inner)

struct EpilogueTensor {
  const void *data;
  EpilogueStrides strides;
};

/// A scalar program made ready for an instruction set, once for many calls.
class BlockProgram;
using BlockProgramPtr = std::shared_ptr<const BlockProgram>;
/// `program` must outlive it.
BlockProgramPtr prepareProgram(Isa, const ScalarProgram &program);

/// Applied to each accumulator; the result is stored densely at (n, p, c), or where `result` says
/// (its channels contiguous).
/// Input i of the program of kind Tensor reads tensors[inputs[i].index], of
/// kind Channel channels[inputs[i].index][c].
struct Epilogue {
  const ScalarProgram *program;
  std::span<const EpilogueTensor> tensors;
  std::span<const void *const> channels;
  void *output;
  int64_t innerSamples = 1;
  std::optional<EpilogueStrides> result = std::nullopt;
  const BlockProgram *prepared = nullptr; // `program`, for this call's instruction set
  /// Where set: of each result as it is stored, the program's accumulator, another, whose element i
  /// belongs to the output's element i.
  const BlockProgram *auxiliary = nullptr;
  void *auxiliaryOutput = nullptr;
};

} // namespace qrt
