#include "tools/libqopt/flows/search/times/type_times.h"

#include "tools/libqopt/flows/numbers/statistics.h"
#include "tools/libqopt/report/measure/measured_times.h"

#include <numeric>

using namespace qrt;

namespace qopt::run {

Expected<TimedLayers> TypeTimes::timesOf(const Loaded &network, int64_t runs,
                                         std::optional<int64_t> rows) const {
  const QuantizerOptions &options = quantizer.options;
  SampleOptions samples = options.samples;
  samples.batch = rows.value_or(samples.batch);
  auto measured = measureTimes(network, samples, options.device, options.compile, runs);
  if (!measured)
    return measured.status();
  if (!*measured)
    return invalidArgument("--device=" + options.device +
                           ": gives no times of layers, which a search chooses by");
  TimedLayers timed{(*measured)->run, std::vector<double>(graph.layers.size()), (*measured)->batch};
  constexpr double quiet = 0.25; // of the runs; what else a machine does adds to the others
  size_t home = 0;
  for (const LayerTime &layer : (*measured)->layers.layers()) {
    home = graph.homeOf(layer.name, home);
    timed.seconds[home] += percentile(layer.seconds, quiet);
  }
  // Nodes that are timed one by one take longer together than a run, above all on a card.
  const double all = std::accumulate(timed.seconds.begin(), timed.seconds.end(), 0.0);
  for (double &seconds : timed.seconds)
    seconds *= all > 0 ? timed.run / all : 0;
  return timed;
}

} // namespace qopt::run
