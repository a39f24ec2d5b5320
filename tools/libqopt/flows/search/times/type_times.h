// Times of networks whose layers all have one type.
#pragma once

#include "tools/libqopt/flows/search/times/layer_graph.h"
#include "tools/libqopt/flows/search/types/layer_types.h"

namespace qopt::run {

struct TimedLayers {
  double run = 0;              // seconds of a run that nobody looks into
  std::vector<double> seconds; // of each layer, with what follows it; they add up to `run`
  int64_t batch = 1;
};

/// The times of networks on the device that the quantizer's options name.
class TypeTimes {
public:
  /// Both outlive this.
  TypeTimes(const Quantizer &quantizer, const LayerGraph &graph)
      : quantizer(quantizer), graph(graph) {}

  /// Times `runs` runs of `rows` samples, or of a batch. Fails if the device gives no times of
  /// layers.
  qrt::Expected<TimedLayers> timesOf(const Loaded &network, int64_t runs = 15,
                                     std::optional<int64_t> rows = std::nullopt) const;

private:
  const Quantizer &quantizer;
  const LayerGraph &graph;
};

} // namespace qopt::run
