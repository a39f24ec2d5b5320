#include "runtime/drivers/host/prepared.h"

#include "runtime/core/load_constants.h"
#include "runtime/drivers/host/packing_key.h"

#include <algorithm>

namespace qrt::host {

// Canonical weights whose every reader has them packed are not kept beside.
static std::vector<bool> readAtRuns(const Program &program,
                                    const std::vector<std::vector<uint32_t>> &replaced) {
  std::vector<bool> read(program.constants.size(), false);
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    auto mark = [&]<typename T>(const T &operand) {
      uint32_t index = 0;
      if constexpr (std::same_as<T, Operand>) {
        if (operand.space != Operand::Space::Constant)
          return;
        index = operand.index;
      } else {
        index = operand.value;
      }
      if (std::find(replaced[node].begin(), replaced[node].end(), index) == replaced[node].end())
        read[index] = true;
    };
    std::visit([&](const auto &call) { visitOperands(call, mark); },
               std::get<Call>(program.nodes[node].work));
  }
  return read;
}

/// The call's weights packed, or what the store holds of them; null where nothing is prepared.
template <typename C>
static Prepared prepareShared(const HostLoad &load, const C &call, WeightStore &store) {
  const Operand &packed = packedFactor(call).operand;
  if (packed.space != Operand::Space::Constant)
    return prepare(load, call);
  const Tensor &source = load.constants[packed.index];
  const auto address = reinterpret_cast<uintptr_t>(source.data());
  bool isMade = false;
  auto make = [&]() -> WeightStore::Packing {
    const int64_t before = load.bytes;
    isMade = true;
    Prepared made = prepare(load, call);
    return {std::move(made), load.bytes - before};
  };
  const std::string key = packingKey(load.execution, call) + " @" + std::to_string(address);
  WeightStore::Packing packing = store.pack(key, source, make);
  if (!isMade) {
    load.replaced.push_back(packed.index);
    load.bytes += packing.bytes;
  }
  return packing.made;
}

template <typename C>
static Prepared prepareCall(const HostLoad &load, const C &call, WeightStore *store) {
  if constexpr (requires { packingKey(load.execution, call); })
    return store ? prepareShared(load, call, *store) : prepare(load, call);
  else if constexpr (requires { prepare(load, call); })
    return prepare(load, call);
  else
    return nullptr;
}

PreparedProgram::PreparedProgram(const Execution &execution, const Program &program,
                                 WeightStore *store)
    : constants(loadConstants(execution, program)) {
  if (store)
    for (Tensor &constant : constants)
      constant = store->share(constant);
  std::vector<std::vector<uint32_t>> replaced(program.nodes.size());
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    HostLoad load{execution, constants, replaced[node], bytes};
    const Call &call = std::get<Call>(program.nodes[node].work);
    nodes.push_back(
        std::visit([&](const auto &one) { return prepareCall(load, one, store); }, call));
    const ScalarProgram *scalar = scalarProgramOf(call);
    programs.push_back(scalar ? prepareProgram(execution.isa, *scalar) : nullptr);
  }
  std::vector<bool> kept = readAtRuns(program, replaced);
  for (size_t i = 0; i < constants.size(); ++i)
    if (kept[i])
      bytes += int64_t(constants[i].bytes());
    else
      constants[i] = {};
}

} // namespace qrt::host
