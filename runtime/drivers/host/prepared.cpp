#include "runtime/drivers/host/prepared.h"

#include "runtime/core/load_constants.h"
#include "runtime/drivers/host/packing_key.h"

#include <algorithm>
#include <set>

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

/// Where packed weights are looked for: several layers of a program may read the same ones, as the
/// copies do that calibration tries ranges on.
struct Packings {
  WeightStore &store;
  bool outlive; // the program: what they are made of must not make room for another tensor
  std::set<const void *> counted = {}; // in the program's bytes
};

/// The call's weights packed, or what is held of them; null where nothing is prepared.
template <typename C>
static Prepared preparePacked(const HostLoad &load, const C &call, Packings &packings) {
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
  WeightStore::Packing packing =
      packings.store.pack(key, packings.outlive ? source : Tensor(), make);
  const bool isNew = packings.counted.insert(packing.made.get()).second;
  if (!isMade) {
    load.replaced.push_back(packed.index);
    load.bytes += isNew ? packing.bytes : 0;
  }
  return packing.made;
}

template <typename C>
static Prepared prepareCall(const HostLoad &load, const C &call, Packings &packings) {
  if constexpr (requires { packingKey(load.execution, call); })
    return preparePacked(load, call, packings);
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
  WeightStore own;
  Packings packings{store ? *store : own, store != nullptr};
  std::vector<std::vector<uint32_t>> replaced(program.nodes.size());
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    HostLoad load{execution, constants, replaced[node], bytes};
    const Call &call = std::get<Call>(program.nodes[node].work);
    nodes.push_back(
        std::visit([&](const auto &one) { return prepareCall(load, one, packings); }, call));
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
