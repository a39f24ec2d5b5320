#include "tools/qrun/bench/layer_table.h"

#include "tools/io/report/table.h"
#include "tools/libqopt/flows/numbers/statistics.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {

void printLayerTimes(const LayerTimes &times, double whole, llvm::raw_ostream &stream) {
  std::vector<const LayerTime *> order;
  for (const LayerTime &layer : times.layers())
    order.push_back(&layer);
  llvm::stable_sort(order, [](auto *a, auto *b) { return a->median() > b->median(); });
  io::Table table({"layer", "runs as", "nodes", "median ms", "p10", "p90", "share"});
  for (const LayerTime *layer : order)
    table.add({layer->name, layer->work, std::to_string(layer->nodes),
               io::fixed(layer->median() * 1e3, 4),
               io::fixed(percentile(layer->seconds, 0.1) * 1e3, 4),
               io::fixed(percentile(layer->seconds, 0.9) * 1e3, 4),
               io::fixed(100 * times.shareOf(*layer), 1) + " %"});
  table.print(stream);
  stream << "layers together " << io::fixed(times.sum() * 1e3, 3) << " ms, a whole run "
         << io::fixed(whole * 1e3, 3)
         << " ms: the difference is time that belongs to no layer (inputs, outputs, copies between "
            "layers), and the cost of measuring\n";
}

} // namespace qopt::run
