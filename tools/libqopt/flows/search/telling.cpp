#include "tools/libqopt/flows/search/telling.h"

#include "tools/libqopt/flows/search/errors/prediction.h"

namespace qopt::run {

static std::vector<std::string> layersOfType(const LayerTypes &types, LayerType type) {
  std::vector<std::string> layers;
  for (auto [layer, own] : llvm::zip_equal(types.layers, types.types))
    if (own == type)
      layers.push_back(layer);
  return layers;
}

std::vector<SearchedLayer> searchedLayers(const Candidates &candidates, const LayerErrors *errors,
                                          const LayerTypes &chosen) {
  std::vector<SearchedLayer> layers;
  for (auto [i, name] : llvm::enumerate(candidates.graph.layers)) {
    SearchedLayer layer;
    layer.name = name;
    layer.type = chosen.types.empty() ? "" : typeName(chosen.types[i]).str();
    layer.floatSeconds = candidates.times.secondsOf(i, 0);
    layer.seconds = candidates.times.secondsOf(i, 1);
    if (errors) {
      layer.alone = errors->aloneOf(i);
      layer.gone = errors->goneWithout(i);
    }
    layers.push_back(std::move(layer));
  }
  return layers;
}

void tellPredictions(const LayerErrors &errors, llvm::ArrayRef<TriedNetwork> trials,
                     SearchResult &result) {
  constexpr size_t told = 8;
  result.pairs = errors.strongestPairs(told);
  std::vector<Predicted> all = errors.wholes(), mixed, times;
  for (const TriedNetwork &trial : trials) {
    if (trial.isUniform)
      continue;
    mixed.push_back({trial.summary.predictedNoise, trial.summary.noise});
    times.push_back({trial.summary.predictedSeconds, trial.summary.seconds});
  }
  llvm::append_range(all, mixed);
  result.noise = predictionOf(all);
  result.mixedNoise = predictionOf(mixed);
  result.mixedTime = predictionOf(times);
}

std::vector<SearchedNetwork> summariesOf(std::vector<TriedNetwork> &trials) {
  std::vector<SearchedNetwork> summaries;
  for (TriedNetwork &trial : trials) {
    if (!trial.isUniform) {
      trial.summary.floatLayers = layersOfType(trial.types, LayerType::Float);
      trial.summary.wideLayers = layersOfType(trial.types, LayerType::Int16);
    }
    summaries.push_back(std::move(trial.summary));
  }
  return summaries;
}

} // namespace qopt::run
