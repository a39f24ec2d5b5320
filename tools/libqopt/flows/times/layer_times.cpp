#include "tools/libqopt/flows/times/layer_times.h"

#include "tools/libqopt/flows/numbers/statistics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace qrt;

namespace qopt::run {

double LayerTime::median() const { return percentile(seconds, 0.5); }

std::string workOf(const Program &program, const Node &node, int64_t batch) {
  if (std::holds_alternative<Launch>(node.work)) {
    const Launch &launch = launchOf(node, batch);
    const std::string entry = launch.hasKernel() ? program.kernels[launch.kernel].entry : "";
    if (!launch.library)
      return entry;
    const std::string call = launch.library->library + " " + launch.library->function;
    return launch.hasKernel() ? call + " + " + entry : call;
  }
  return std::string(familyOf(std::get<Call>(node.work)));
}

static bool names(llvm::StringRef works, llvm::StringRef work) {
  llvm::SmallVector<llvm::StringRef> parts;
  works.split(parts, " + ");
  return llvm::is_contained(parts, work);
}

LayerTimes::LayerTimes(const Program &program, int64_t batch,
                       llvm::ArrayRef<std::vector<double>> nodeSeconds) {
  llvm::StringMap<size_t> places;
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    const Node &node = program.nodes[i];
    auto [place, isNew] = places.try_emplace(node.name, times.size());
    if (isNew)
      times.push_back({node.name, "", 0, std::vector<double>(nodeSeconds.size())});
    LayerTime &layer = times[place->second];
    ++layer.nodes;
    if (std::string work = workOf(program, node, batch); !names(layer.work, work))
      layer.work += (layer.work.empty() ? "" : " + ") + work;
    for (auto [run, seconds] : llvm::enumerate(nodeSeconds))
      layer.seconds[run] += seconds[i];
  }
}

double LayerTimes::sum() const {
  if (times.empty())
    return 0;
  std::vector<double> sums(times.front().seconds.size());
  for (const LayerTime &layer : times)
    for (auto [sum, seconds] : llvm::zip_equal(sums, layer.seconds))
      sum += seconds;
  return percentile(sums, 0.5);
}

double LayerTimes::shareOf(const LayerTime &layer) const {
  double medians = 0;
  for (const LayerTime &each : times)
    medians += each.median();
  return medians > 0 ? layer.median() / medians : 0;
}

} // namespace qopt::run
