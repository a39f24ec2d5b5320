#include "runtime/drivers/host/places.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace qrt::host {

/// Returns, for each output, whether it shares a byte with another of the caller's tensors: a later
/// read or write of that tensor would meet the output.
static std::vector<bool> sharesMemory(std::span<const Tensor> inputs,
                                      std::span<const Tensor> outputs) {
  constexpr size_t none = ~size_t(0);
  struct Range {
    const char *begin, *end;
    size_t output;
  };
  std::vector<Range> ranges;
  ranges.reserve(inputs.size() + outputs.size());
  auto add = [&](const Tensor &tensor, size_t output) {
    const char *begin = static_cast<const char *>(tensor.data());
    ranges.push_back({begin, begin + tensor.bytes(), output});
  };
  for (const Tensor &tensor : inputs)
    add(tensor, none);
  for (size_t i = 0; i < outputs.size(); ++i)
    add(outputs[i], i);
  std::sort(ranges.begin(), ranges.end(),
            [](const Range &a, const Range &b) { return a.begin < b.begin; });
  std::vector<bool> shares(outputs.size(), false);
  const Range *furthest = nullptr; // of those before; two that end behind a third's begin met there
  for (const Range &range : ranges) {
    if (furthest && range.begin < furthest->end)
      for (size_t output : {range.output, furthest->output})
        if (output != none)
          shares[output] = true;
    if (!furthest || furthest->end < range.end)
      furthest = &range;
  }
  return shares;
}

Places::Places(const Program &program, std::span<const Tensor> inputs, std::span<Tensor> outputs)
    : program(program), inputs(inputs), outputs(outputs), isCopied(sharesMemory(inputs, outputs)) {
  std::vector<bool> isTaken(program.buffers.size(), false); // has its place
  for (const PortBuffer &input : program.inputs)
    isTaken[input.buffer] = true;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const uint32_t buffer = program.outputs[i].buffer;
    const auto address = reinterpret_cast<uintptr_t>(outputs[i].data());
    if (isTaken[buffer] || address % byteWidth(program.buffers[buffer].type))
      isCopied[i] = true;
    if (!isCopied[i])
      isTaken[buffer] = true;
  }
}

char *Places::atCaller(const Tensor &tensor, uint32_t buffer, SampleRange samples) const {
  const int64_t ofOne = program.buffers[buffer].bytes.at(samples.count()) / samples.count();
  return static_cast<char *>(const_cast<void *>(tensor.data())) + ofOne * samples.begin;
}

std::vector<char *> Places::of(SampleRange samples, char *base) const {
  std::vector<char *> places;
  places.reserve(program.buffers.size());
  for (const Buffer &buffer : program.buffers)
    places.push_back(base + buffer.offset.at(samples.count()));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const uint32_t buffer = program.inputs[i].buffer;
    places[buffer] = atCaller(inputs[i], buffer, samples);
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    if (const uint32_t buffer = program.outputs[i].buffer; !isCopied[i])
      places[buffer] = atCaller(outputs[i], buffer, samples);
  return places;
}

void Places::copyOutputs(const Execution &execution, SampleRange samples,
                         std::span<char *const> places) const {
  constexpr int64_t grain = 128 * 1024;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!isCopied[i])
      continue;
    const uint32_t buffer = program.outputs[i].buffer;
    char *to = atCaller(outputs[i], buffer, samples);
    const char *from = places[buffer];
    execution.parallelFor(program.buffers[buffer].bytes.at(samples.count()), grain,
                          [=](int64_t begin, int64_t end) {
                            std::memmove(to + begin, from + begin, size_t(end - begin));
                          });
  }
}

} // namespace qrt::host
