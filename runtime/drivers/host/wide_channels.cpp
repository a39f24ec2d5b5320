#include "runtime/drivers/host/wide_channels.h"

#include "runtime/numerics/types/halves.h"

#include <map>
#include <set>

namespace qrt::host {

namespace {

/// Says that `program` reads its channels of halves as f32, and adds their indices to `found`.
void readAsFloats(ScalarProgram &program, std::set<uint32_t> &found) {
  for (ScalarInput &input : program.inputs)
    if (input.kind == ScalarInputKind::Channel && isHalf(input.storage)) {
      input.storage = ElementType::F32;
      found.insert(input.index);
    }
}

class Widening {
public:
  explicit Widening(std::vector<Tensor> &constants) : constants(constants) {}

  /// Widens every epilogue in `value`, a call or a part of one.
  template <typename T> void visit(T &value) {
    if constexpr (std::same_as<T, CallEpilogue>)
      widen(value);
    else if constexpr (Described<T>)
      visitFields(value, [&](std::string_view, auto &field) { visit(field); });
  }

private:
  void widen(CallEpilogue &epilogue) {
    std::set<uint32_t> halves;
    readAsFloats(epilogue.program, halves);
    if (epilogue.auxiliary)
      readAsFloats(*epilogue.auxiliary, halves);
    for (uint32_t channel : halves)
      epilogue.channels[channel] = wide(epilogue.channels[channel]);
  }
  uint32_t wide(uint32_t constant) {
    const auto [place, isNew] = made.try_emplace(constant, uint32_t(constants.size()));
    if (isNew)
      constants.push_back(widened(constants[constant]));
    return place->second;
  }

  std::vector<Tensor> &constants;
  std::map<uint32_t, uint32_t> made; // of halves, by their constant
};

} // namespace

std::vector<Call> callsOfWideChannels(const Program &program, std::vector<Tensor> &constants) {
  Widening widening(constants);
  std::vector<Call> calls;
  calls.reserve(program.nodes.size());
  for (const Node &node : program.nodes) {
    calls.push_back(std::get<Call>(node.work));
    std::visit([&](auto &call) { widening.visit(call); }, calls.back());
  }
  return calls;
}

} // namespace qrt::host
