// Families by the samples that their tests have (FamilySample): families that have no benchmark of
// their own. items/s counts the elements that a sample may read.
#include "test/runtime/format/family_sample.h"
#include "test/runtime/numerics/bench/bench.h"

#include <map>

namespace {

using namespace qrt;

constexpr int64_t batch = 4096, columns = 3;

/// Packs for each call anew.
struct OwnPackings : Packings {
  Prepared pack(const std::string &, const Tensor &, const Make &make) override { return make(); }
};

/// A sample's calls, each with what the host prepares of it, and bytes for each buffer.
class SampleNetwork {
public:
  explicit SampleNetwork(void (*add)(test::NetBuilder &, uint32_t)) {
    test::NetBuilder net;
    const uint32_t floats = net.input(ElementType::F32, {test::perSample(), test::fixed(columns)});
    add(net, floats);
    program = std::move(net.program);
    for (const Constant &constant : program.constants)
      constants.push_back(constant.value);
    for (const Buffer &buffer : program.buffers)
      bytes.emplace_back(size_t(buffer.bytes.at(batch)));
    for (std::vector<char> &buffer : bytes)
      places.push_back(buffer.data());
    const std::vector<float> values = bench::shuffled(batch * columns);
    std::copy(values.begin(), values.end(), reinterpret_cast<float *>(places[floats]));
  }

  /// The last call's family.
  std::string family() const { return std::string(familyOf(callOf(program.nodes.back()))); }

  void run(const Execution &execution) {
    Status status;
    for (const Node &node : program.nodes) {
      const Ready &ready = readyFor(execution, node);
      constexpr int64_t cacheBytes = 1 << 20;
      const HostRun host{
          execution,           program.buffers, constants, node.writes, ready.prepared,
          ready.program.get(), batch,           places,    cacheBytes,  status};
      std::visit([&](const auto &call) { qrt::run(host, call); }, callOf(node));
    }
  }

private:
  struct Ready {
    Prepared prepared;
    BlockProgramPtr program;
  };

  static const Call &callOf(const Node &node) { return std::get<Call>(node.work); }

  const Ready &readyFor(const Execution &execution, const Node &node) {
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

  Program program;
  std::vector<Tensor> constants;
  std::vector<std::vector<char>> bytes;
  std::vector<char *> places;
  std::map<std::pair<const Node *, Isa>, Ready> kept;
};

} // namespace

namespace qrt::test {

// Here a sample becomes a benchmark.
FamilySample::FamilySample(void (*add)(NetBuilder &, uint32_t)) {
  auto network = std::make_shared<SampleNetwork>(add);
  bench::addBench(network->family(), "sample", batch * columns,
                  [network](const Execution &execution) { network->run(execution); });
}

} // namespace qrt::test
