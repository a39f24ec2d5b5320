#include "passes/repair/equalize.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt {
namespace {

constexpr int mostSweeps = 40;
constexpr double settled = 1e-3; // of a factor's logarithm

// A link, and how far its channels have come.
struct Pair {
  Link link;
  std::vector<double> factors;
};

// sqrt(r1/r2) of what is there now. A channel that nobody makes or reads stays.
double towards(double made, double read) {
  const double factor = std::sqrt(made / read);
  return made > 0 && read > 0 && std::isnormal(float(factor)) ? factor : 1;
}

class Chains {
public:
  explicit Chains(const LayerSet &layers) {
    std::string reason;
    for (Value value : valuesRead(layers)) {
      std::optional<Link> link = linkAt(value, layers, reason);
      if (link && link->layer && link->readers.size() == 1)
        pairs.push_back({*link, std::vector<double>(size_t(link->channels()), 1.0)});
    }
    for (size_t i = 0; i < pairs.size(); ++i) {
      ending.try_emplace(pairs[i].link.readers.front(), i);
      beginning.try_emplace(pairs[i].link.layer, i);
    }
  }

  void settle() {
    for (int sweep = 0; sweep < mostSweeps; ++sweep) {
      double most = 0;
      for (Pair &pair : pairs)
        most = std::max(most, step(pair));
      if (most < settled)
        return;
    }
  }

  std::vector<Pair> pairs;

private:
  using Places = llvm::DenseMap<const SeedLayer *, size_t>;
  const Pair *at(const Places &places, const SeedLayer *layer) const {
    auto found = places.find(layer);
    return found == places.end() ? nullptr : &pairs[found->second];
  }

  // Weight (o, k) of a layer, as it would be with all factors.
  double weightOf(const SeedLayer &layer, std::span<const float> weights, const Pair *before,
                  const Pair *after, int64_t o, int64_t k) const {
    double weight = std::abs(double(weights[layer.at(o, k)]));
    if (before)
      weight *= before->factors[size_t(layer.inputChannel(layer.groupOf(o), k))];
    return after ? weight / after->factors[size_t(o)] : weight;
  }

  double step(Pair &pair) const {
    std::vector<double> made(pair.factors.size()), read(pair.factors.size());
    auto visit = [&](const SeedLayer &layer, auto channelOf, std::vector<double> &most) {
      const Pair *before = at(ending, &layer), *after = at(beginning, &layer);
      const qrt::Tensor weights = layer.weights();
      for (int64_t o = 0; o < layer.outputs; ++o)
        for (int64_t k = 0; k < layer.terms; ++k) {
          double &of = most[size_t(channelOf(layer, o, k))];
          of = std::max(of, weightOf(layer, weights.values<float>(), before, after, o, k));
        }
    };
    visit(*pair.link.layer, [](const SeedLayer &, int64_t o, int64_t) { return o; }, made);
    visit(
        *pair.link.readers.front(),
        [](const SeedLayer &layer, int64_t o, int64_t k) {
          return layer.inputChannel(layer.groupOf(o), k);
        },
        read);
    double most = 0;
    for (size_t c = 0; c < made.size(); ++c) {
      const double factor = towards(made[c], read[c]);
      pair.factors[c] *= factor;
      most = std::max(most, std::abs(std::log(factor)));
    }
    return most;
  }

  Places ending, beginning; // the first pair of a layer
};

} // namespace

std::vector<RescaledLink> equalizeLayers(const LayerSet &layers, FreshNames &names) {
  Chains chains(layers);
  chains.settle();
  std::vector<RescaledLink> done;
  for (const Pair &pair : chains.pairs) {
    std::vector<float> factors(pair.factors.begin(), pair.factors.end());
    done.push_back(rescale(pair.link, factors, "equalized", names));
  }
  return done;
}

} // namespace qopt
