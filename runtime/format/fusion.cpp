#include "runtime/format/fusion.h"

#include <algorithm>

namespace qrt {

static const Conv2dCall *convolutionOf(const Node &node) {
  const Call *call = std::get_if<Call>(&node.work);
  return call ? std::get_if<Conv2dCall>(call) : nullptr;
}

/// `call` reads `buffer` as its input and as nothing else.
static bool readsOnce(const Conv2dCall &call, uint32_t buffer) {
  const Operand sought{Operand::Space::Buffer, buffer};
  int count = 0;
  visitOperands(call, [&]<typename T>(const T &operand) {
    if constexpr (std::same_as<T, Operand>)
      count += operand == sought;
  });
  return count == 1 && call.input.operand == sought;
}

bool isFusible(const Program &program, const BufferUses &uses, uint32_t first) {
  if (first + 1 >= program.nodes.size())
    return false;
  const Conv2dCall *call = convolutionOf(program.nodes[first]);
  const Conv2dCall *next = convolutionOf(program.nodes[first + 1]);
  if (!call || !next)
    return false;
  const uint32_t between = program.nodes[first].writes[0];
  return program.buffers[between].role == BufferRole::Activation &&
         uses.users[between] == std::vector<uint32_t>{first, first + 1} &&
         readsOnce(*next, between) && canFuse(*call, *next);
}

bool mayFuse(const Program &program, const BufferUses &uses, uint32_t first) {
  if (!isFusible(program, uses, first))
    return false;
  const std::vector<uint32_t> &kept = program.nodes[first + 1].reads;
  const std::vector<uint32_t> &reads = program.nodes[first].reads;
  return std::all_of(reads.begin(), reads.end(), [&](uint32_t read) {
    return std::find(kept.begin(), kept.end(), read) != kept.end();
  });
}

void keepForFusion(Program &program) {
  constexpr int64_t leastBytes = 512 * 1024; // of a sample; what is less stays in a core's cache
  const BufferUses uses(program);
  for (uint32_t first = 0; first < program.nodes.size(); ++first) {
    if (!isFusible(program, uses, first) ||
        program.buffers[program.nodes[first].writes[0]].bytes.at(1) < leastBytes)
      continue;
    std::vector<uint32_t> &kept = program.nodes[first + 1].reads;
    for (uint32_t read : program.nodes[first].reads)
      if (std::find(kept.begin(), kept.end(), read) == kept.end())
        kept.push_back(read);
  }
}

} // namespace qrt
