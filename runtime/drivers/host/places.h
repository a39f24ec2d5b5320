// The addresses of a run's buffers: inputs and, where that is as good as a copy, outputs lie in the
// caller's memory, all others in the arena.
#pragma once

#include "runtime/drivers/host/sample_split.h"
#include "runtime/format/program.h"

#include <span>
#include <vector>

namespace qrt::host {

class Places {
public:
  Places(const Program &program, std::span<const Tensor> inputs, std::span<Tensor> outputs);

  /// Returns the address of each buffer for these samples; `base` is the arena's first byte.
  std::vector<char *> of(SampleRange samples, char *base) const;
  /// Copies the outputs that were not written to the caller's memory directly.
  void copyOutputs(const Execution &execution, SampleRange samples,
                   std::span<char *const> places) const;

private:
  /// Returns the caller's memory for some samples of a buffer.
  char *atCaller(const Tensor &tensor, uint32_t buffer, SampleRange samples) const;

  const Program &program;
  std::span<const Tensor> inputs;
  std::span<Tensor> outputs;
  std::vector<bool> isCopied; // of each output
};

} // namespace qrt::host
