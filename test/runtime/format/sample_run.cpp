#include "test/runtime/format/sample_run.h"

#include <cstring>

namespace qrt::test {
namespace {

/// Packs for each call anew.
struct OwnPackings : Packings {
  Prepared pack(const std::string &, const Tensor &, const Make &make) override { return make(); }
};

} // namespace

SampleRun::SampleRun(FamilySample made, int64_t batch, std::span<const float> floats)
    : sample(programOf(made)), batch(batch) {
  for (const Constant &constant : sample.program.constants)
    constants.push_back(constant.value);
  for (const Buffer &buffer : sample.program.buffers)
    bytes.emplace_back(size_t(buffer.bytes.at(batch)));
  for (std::vector<char> &buffer : bytes)
    places.push_back(buffer.data());
  std::memcpy(places[sample.floats], floats.data(), floats.size_bytes());
}

Status SampleRun::run(const Execution &execution) {
  Status status;
  for (const Node &node : sample.program.nodes) {
    const Ready &ready = readyFor(execution, node);
    constexpr int64_t cacheBytes = 1 << 20;
    const HostRun host{execution,      sample.program.buffers,
                       constants,      node.writes,
                       ready.prepared, ready.program.get(),
                       batch,          places,
                       cacheBytes,     status};
    std::visit([&](const auto &call) { qrt::run(host, call); }, callOf(node));
  }
  return status;
}

const SampleRun::Ready &SampleRun::readyFor(const Execution &execution, const Node &node) {
  auto [place, isNew] = kept.try_emplace({&node, execution.isa});
  if (!isNew)
    return place->second;
  if (const ScalarProgram *scalar = scalarProgramOf(callOf(node)))
    place->second.program = prepareProgram(execution.isa, *scalar);
  std::unordered_set<const Operand *> replaced;
  OwnPackings packings;
  const HostLoad load{execution, constants, replaced, packings};
  auto prepared = [&](const auto &call) -> Prepared {
    if constexpr (requires { prepare(load, call); })
      return prepare(load, call);
    else
      return nullptr;
  };
  place->second.prepared = std::visit(prepared, callOf(node));
  return place->second;
}

} // namespace qrt::test
