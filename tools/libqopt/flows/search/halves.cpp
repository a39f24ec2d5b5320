#include "tools/libqopt/flows/search/halves.h"

using namespace qrt;

namespace qopt::run {

Expected<Halves> halvesOf(const EvaluationOptions &test, const Loaded &network) {
  auto ports = portsOf(*network.module);
  if (!ports)
    return ports.status();
  auto feeder = Feeder::open(test, network, ports->inputs);
  if (!feeder)
    return feeder.status();
  const int64_t total = feeder->samples().total();
  Halves halves{test, test, total, total, total};
  if (total < 2) {
    network.reports->warn(test.data + ": one sample both chooses and judges, so that the loss that "
                                      "is told is too good; give more");
    return halves;
  }
  auto choosing = std::make_shared<std::vector<int64_t>>(),
       judging = std::make_shared<std::vector<int64_t>>();
  for (int64_t k = 0; k < total; ++k)
    (k % 2 ? judging : choosing)->push_back(test.selection.sampleAt(k));
  halves.choosingSamples = int64_t(choosing->size());
  halves.judgingSamples = int64_t(judging->size());
  halves.choosing.selection = {};
  halves.choosing.selection.chosen = std::move(choosing);
  halves.judging.selection = {};
  halves.judging.selection.chosen = std::move(judging);
  return halves;
}

Gates gatesFor(const Gates &gates, int64_t part, int64_t all) {
  Gates own = gates;
  if (own.maxFlips && all > 0)
    own.maxFlips = *own.maxFlips * part / all;
  return own;
}

} // namespace qopt::run
