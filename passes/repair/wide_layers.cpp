#include "passes/repair/wide_layers.h"

#include "ir/types/quant_type.h"
#include "passes/repair/end_layers.h"

#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt {

static int64_t countOf(const SeedLayer &layer) { return layer.outputs * layer.terms; }

/// The squared error of the nearest steps of each channel's grid beside the squared weights.
static double costOf(const SeedLayer &layer, unsigned bits) {
  const qrt::Tensor weights = layer.weights();
  const std::span<const float> values = weights.values<float>();
  double error = 0, size = 0;
  for (int64_t output = 0; output < layer.outputs; ++output) {
    double largest = 0;
    for (int64_t term = 0; term < layer.terms; ++term)
      largest = std::max(largest, std::abs(double(values[layer.at(output, term)])));
    const double scale = nn::weightScale(largest, bits);
    for (int64_t term = 0; term < layer.terms; ++term) {
      const auto weight = double(values[layer.at(output, term)]);
      const double change = weight - scale * std::nearbyint(weight / scale);
      error += change * change, size += weight * weight;
    }
  }
  return size > 0 ? error / size : 0;
}

static std::vector<SeedLayer> layersBut(func::FuncOp function, ArrayRef<std::string> leftOut) {
  std::vector<SeedLayer> layers = seedLayersOf(function);
  llvm::erase_if(layers,
                 [&](const SeedLayer &layer) { return llvm::is_contained(leftOut, layer.name()); });
  return layers;
}

std::vector<std::string> wideLayers(func::FuncOp function, unsigned bits,
                                    ArrayRef<std::string> leftOut, WideShare share) {
  const std::vector<SeedLayer> layers = layersBut(function, leftOut);
  llvm::StringSet<> wide;
  for (const std::string &name : endLayers(function))
    wide.insert(name);
  struct Candidate {
    const SeedLayer *layer;
    double costOfWeight;
  };
  std::vector<Candidate> candidates;
  int64_t left = 0;
  for (const SeedLayer &layer : layers)
    if (!wide.contains(layer.name())) {
      candidates.push_back({&layer, costOf(layer, bits) / double(countOf(layer))});
      left += countOf(layer);
    }
  left /= int64_t(share);
  std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::costOfWeight);
  for (const Candidate &candidate : candidates)
    if (countOf(*candidate.layer) <= left) {
      left -= countOf(*candidate.layer);
      wide.insert(candidate.layer->name());
    }
  std::vector<std::string> names;
  for (const SeedLayer &layer : layers)
    if (wide.contains(layer.name()))
      names.push_back(layer.name());
  return names;
}

WeightBits weightBitsOf(func::FuncOp function, unsigned bits, ArrayRef<std::string> wide,
                        ArrayRef<std::string> leftOut) {
  WeightBits sum{.few = bits};
  for (const SeedLayer &layer : layersBut(function, leftOut)) {
    const bool isWide = llvm::is_contained(wide, layer.name());
    sum.layers += 1, sum.wideLayers += isWide;
    sum.weights += countOf(layer), sum.wideWeights += isWide ? countOf(layer) : 0;
  }
  return sum;
}

} // namespace qopt
