#include "tools/libqopt/flows/search/candidates.h"

#include "tools/libqopt/flows/search/times/type_times.h"
#include "tools/libqopt/qopt_mlir.h"

#include <numeric>

using namespace qrt;

namespace qopt::run {

std::vector<size_t> Candidates::byGain() const {
  std::vector<size_t> order(graph.layers.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return times.secondsOf(a, 0) - times.secondsOf(a, 1) >
           times.secondsOf(b, 0) - times.secondsOf(b, 1);
  });
  return order;
}

std::vector<size_t> Candidates::choiceOf(const LayerTypes &of) const {
  std::vector<size_t> choice;
  for (LayerType type : of.types)
    choice.push_back(size_t(llvm::find(types, type) - types.begin()));
  return choice;
}

size_t Candidates::narrowUniform() const {
  const auto found = llvm::find_if(uniform, [&](const UniformType &one) {
    return one.floats == floats && one.types.areAll(LayerType::Int8);
  });
  return size_t(found - uniform.begin());
}

void Candidates::widenFloats() {
  floats = "f32";
  times.setLayers(0, wideFloats.seconds);
  times.setLayers(1, wideIntegers.seconds);
}

namespace {

constexpr double worthwhile = 0.98; // of the time of f32

class Finding {
public:
  explicit Finding(const Quantizer &quantizer)
      : quantizer(quantizer), times(quantizer, found.graph) {}

  Expected<Candidates> find() {
    found.graph = LayerGraph::of(*quantizer.floats().module);
    found.types = {LayerType::Float, LayerType::Int8};
    for (auto step : {&Finding::timeFloats, &Finding::timeHalves, &Finding::timeIntegers,
                      &Finding::timeWeights, &Finding::timeWideIntegers})
      if (Status status = (this->*step)(); !status.ok())
        return status;
    found.times = TimeModel(found.graph, found.types.size());
    for (size_t i = 0; i < found.types.size(); ++i)
      found.times.setLayers(i, layers[i].seconds);
    return std::move(found);
  }

private:
  LayerTypes all(LayerType type) const {
    return {found.graph.layers, std::vector<LayerType>(found.graph.layers.size(), type)};
  }

  void add(std::string name, std::string floats, LayerType type, double seconds,
           std::function<Expected<Loaded>(const Quantizer &)> make) {
    found.uniform.push_back(
        {std::move(name), std::move(floats), all(type), seconds, std::move(make)});
  }

  Status timeFloats() {
    auto timed = times.timesOf(quantizer.imported());
    if (!timed)
      return timed.status();
    found.batch = timed->batch;
    floats = *timed;
    found.wideFloats = floats;
    layers.push_back(floats);
    add("f32", "f32", LayerType::Float, floats.run, [](const Quantizer &of) {
      return Expected<Loaded>(of.imported().clone(of.imported().path));
    });
    return {};
  }

  Status timeHalves() {
    double least = worthwhile;
    for (const std::string type : {"f16", "bf16"}) {
      auto network = narrowFloats(quantizer, type);
      if (!network)
        return network.status();
      auto timed = times.timesOf(*network);
      if (!timed)
        return timed.status();
      const double ratio = timed->run / floats.run;
      const bool isAsked = quantizer.options.recipe.floats == type;
      if (ratio > worthwhile && !isAsked) {
        found.dropped.push_back({type, ratio});
        continue;
      }
      add(type, type, LayerType::Float, timed->run,
          [type](const Quantizer &of) { return narrowFloats(of, type); });
      if (ratio > least && !isAsked)
        continue;
      least = isAsked ? 0 : ratio;
      found.floats = type;
      layers.front() = *timed;
    }
    return {};
  }

  Status timeIntegers() {
    std::vector<std::string> kinds = {"f32"};
    if (found.floats != "f32")
      kinds.push_back(found.floats);
    for (const std::string &kind : kinds) {
      auto make = [kind, types = all(LayerType::Int8)](const Quantizer &of) {
        return networkOf(of, types, kind);
      };
      auto network = make(quantizer);
      if (!network)
        return network.status();
      auto timed = times.timesOf(*network);
      if (!timed)
        return timed.status();
      add(kind == "f32" ? "int8" : "int8 and " + kind, kind, LayerType::Int8, timed->run, make);
      if (kind == "f32")
        found.wideIntegers = *timed;
      if (kind == found.floats)
        layers.push_back(*timed);
    }
    return {};
  }

  Status timeWeights() {
    auto network = narrowWeights(quantizer);
    if (!network)
      return network.status();
    if (weightBytes(*network->module) >= weightBytes(*quantizer.imported().module))
      return {}; // no weight became smaller: it is the network of f32
    auto timed = times.timesOf(*network, 5);
    if (!timed)
      return timed.status();
    const double ratio = timed->run / floats.run;
    if (ratio > worthwhile)
      found.dropped.push_back({"int8 weights", ratio});
    else
      add("int8 weights", "f32", LayerType::Float, timed->run,
          [](const Quantizer &of) { return narrowWeights(of); });
    return {};
  }

  Status timeWideIntegers() {
    if (quantizer.options.recipe.isDynamic())
      return {}; // dynamic ranges have steps of 8 bits alone
    auto network = networkOf(quantizer, all(LayerType::Int16), found.floats);
    if (!network)
      return network.status();
    auto one = times.timesOf(quantizer.imported(), 5, 1), wide = times.timesOf(*network, 3, 1);
    if (!one || !wide)
      return one ? wide.status() : one.status();
    constexpr double faster = 0.95;
    bool serves = false;
    for (auto [own, other] : llvm::zip_equal(wide->seconds, one->seconds))
      serves |= own < faster * other;
    if (!serves || wide->run > one->run) {
      found.dropped.push_back({"int16", wide->run / one->run});
      return {};
    }
    auto timed = times.timesOf(*network);
    if (!timed)
      return timed.status();
    found.types.push_back(LayerType::Int16);
    layers.push_back(*timed);
    return {};
  }

  const Quantizer &quantizer;
  Candidates found;
  TypeTimes times;
  TimedLayers floats;
  std::vector<TimedLayers> layers; // of each of the types
};

} // namespace

Expected<Candidates> findCandidates(const Quantizer &quantizer) {
  return Finding(quantizer).find();
}

} // namespace qopt::run
