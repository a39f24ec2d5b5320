// Families by the samples that their tests have (FamilySample): families that have no benchmark of
// their own. items/s counts the elements that a sample may read.
#include "test/runtime/format/sample_run.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;

constexpr int64_t batch = 4096, columns = 3;

/// The last call's family.
std::string familyIn(const test::SampleRun &sample) {
  return std::string(familyOf(sample.callOf(sample.program().nodes.back())));
}

const bool added = [] {
  for (test::FamilySample sample : test::listedSamples()) {
    auto network =
        std::make_shared<test::SampleRun>(sample, batch, bench::shuffled(batch * columns));
    bench::addBench(familyIn(*network), "sample", batch * columns,
                    [network](const Execution &execution) { (void)network->run(execution); });
  }
  return true;
}();

} // namespace
