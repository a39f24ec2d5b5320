#include "runtime/drivers/host/prepared.h"

#include "runtime/core/load_constants.h"
#include "runtime/drivers/host/wide_channels.h"
#include "runtime/numerics/matmul/packed_bytes.h"

#include <set>
#include <unordered_set>

namespace qrt::host {

// Canonical weights whose every reader has them packed are not kept beside. One call may read a
// constant in two roles, packed in one and as it is in the other.
static std::vector<bool> readAtRuns(const std::vector<Call> &calls, size_t constants,
                                    const std::unordered_set<const Operand *> &replaced) {
  std::vector<bool> read(constants, false);
  auto mark = [&]<typename T>(const T &operand) {
    if constexpr (!std::same_as<T, Operand>)
      read[operand.value] = true;
    else if (operand.space == Operand::Space::Constant && !replaced.contains(&operand))
      read[operand.index] = true;
  };
  for (const Call &call : calls)
    std::visit([&](const auto &one) { visitOperands(one, mark); }, call);
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
    : constants(loadConstants(execution, program)), calls(callsOfWideChannels(program, constants)) {
  if (store)
    for (Tensor &constant : constants)
      constant = store->share(constant);
  WeightStore own;
  SharedPackings packings(store ? *store : own, store != nullptr, bytes);
  std::unordered_set<const Operand *> replaced;
  for (const Call &call : calls) {
    const HostLoad load{execution, constants, replaced, packings};
    nodes.push_back(std::visit([&](const auto &one) { return prepareCall(load, one); }, call));
    const ScalarProgram *scalar = scalarProgramOf(call);
    programs.push_back(scalar ? prepareProgram(execution.isa, *scalar) : nullptr);
  }
  std::vector<bool> kept = readAtRuns(calls, constants.size(), replaced);
  for (size_t i = 0; i < constants.size(); ++i)
    if (kept[i])
      bytes += int64_t(constants[i].bytes());
    else
      constants[i] = {};
}

} // namespace qrt::host
