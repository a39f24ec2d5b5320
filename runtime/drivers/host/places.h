// Where a run's buffers lie: its inputs and, where that is as good as a copy, its outputs in the
// caller's memory, all else in the arena.
#pragma once

#include "runtime/drivers/host/sample_split.h"
#include "runtime/format/program.h"

#include <span>
#include <vector>

namespace qrt::host {

class Places {
public:
  Places(const Program &program, std::span<const Tensor> inputs, std::span<Tensor> outputs);

  /// Where each buffer of the samples begins; `base` is the arena's begin.
  std::vector<char *> of(SampleRange samples, char *base) const;
  /// What was not written where the caller wants it.
  void copyOutputs(const Execution &execution, SampleRange samples,
                   std::span<char *const> places) const;

private:
  /// The caller's memory for some samples of a buffer.
  char *atCaller(const Tensor &tensor, uint32_t buffer, SampleRange samples) const;

  const Program &program;
  std::span<const Tensor> inputs;
  std::span<Tensor> outputs;
  std::vector<bool> isCopied; // of each output
};

} // namespace qrt::host
