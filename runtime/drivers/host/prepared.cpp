#include "runtime/drivers/host/prepared.h"

#include "runtime/core/load_constants.h"
#include "runtime/numerics/matmul/packed_bytes.h"

#include <set>
#include <unordered_set>

namespace qrt::host {

// Canonical weights whose every reader has them packed are not kept beside. One call may read a
// constant in two roles, packed in one and as it is in the other.
static std::vector<bool> readAtRuns(const Program &program,
                                    const std::unordered_set<const Operand *> &replaced) {
  std::vector<bool> read(program.constants.size(), false);
  auto mark = [&]<typename T>(const T &operand) {
    if constexpr (!std::same_as<T, Operand>)
      read[operand.value] = true;
    else if (operand.space == Operand::Space::Constant && !replaced.contains(&operand))
      read[operand.index] = true;
  };
  for (const Node &node : program.nodes)
    std::visit([&](const auto &call) { visitOperands(call, mark); }, std::get<Call>(node.work));
  return read;
}

namespace {
/// Looks packed weights up in the store: several layers of a program may read the same ones, such
/// as the copies on which calibration tries ranges.
class SharedPackings : public Packings {
public:
  /// `outlive`: the packings outlive the program, so each keeps its source, whose address is in the
  /// key and must not be reused.
  SharedPackings(WeightStore &store, bool outlive, int64_t &bytes)
      : store(store), outlive(outlive), bytes(bytes) {}

  Prepared pack(const std::string &key, const Tensor &source, const Make &make) override {
    const auto address = reinterpret_cast<uintptr_t>(source.data());
    auto made = [&]() -> WeightStore::Packing {
      PackedWeightsPtr weights = make();
      const int64_t size = bytesOf(*weights);
      return {std::move(weights), size};
    };
    const WeightStore::Packing packing =
        store.pack(key + " @" + std::to_string(address), outlive ? source : Tensor(), made);
    if (counted.insert(packing.made.get()).second)
      bytes += packing.bytes;
    return packing.made;
  }

private:
  WeightStore &store;
  bool outlive;
  int64_t &bytes;
  std::set<const void *> counted; // in the program's bytes
};
} // namespace

template <typename C> static Prepared prepareCall(const HostLoad &load, const C &call) {
  if constexpr (requires { prepare(load, call); })
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
  SharedPackings packings(store ? *store : own, store != nullptr, bytes);
  std::unordered_set<const Operand *> replaced;
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    const HostLoad load{execution, constants, replaced, packings};
    const Call &call = std::get<Call>(program.nodes[node].work);
    nodes.push_back(std::visit([&](const auto &one) { return prepareCall(load, one); }, call));
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
