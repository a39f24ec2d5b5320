// The calls of a family's sample on the host, without a driver: what benchmarks time, and what
// kernels are compared with.
#pragma once

#include "runtime/calls/calls.h"
#include "test/runtime/format/family_sample.h"

#include <map>

namespace qrt::test {

/// At one batch; what the host prepares of a call is made once for each instruction set. `floats`
/// are the input's, [batch, 3].
class SampleRun {
public:
  SampleRun(FamilySample sample, int64_t batch, std::span<const float> floats);
  SampleRun(const SampleRun &) = delete;
  SampleRun &operator=(const SampleRun &) = delete;

  Status run(const Execution &execution);

  const Program &program() const { return sample.program; }
  const Call &callOf(const Node &node) const { return std::get<Call>(node.work); }
  /// As the last run left it.
  std::span<const char> bytesOf(uint32_t buffer) const { return bytes[buffer]; }

private:
  struct Ready {
    Prepared prepared;
    BlockProgramPtr program;
  };
  const Ready &readyFor(const Execution &execution, const Node &node);

  SampleProgram sample;
  int64_t batch;
  std::vector<Tensor> constants;
  std::vector<std::vector<char>> bytes; // of each buffer
  std::vector<char *> places;
  std::map<std::pair<const Node *, Isa>, Ready> kept;
};

} // namespace qrt::test
