#include "tools/libqopt/flows/search/search_flow.h"

#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/search/candidates.h"
#include "tools/libqopt/flows/search/drawing.h"
#include "tools/libqopt/flows/search/halves.h"
#include "tools/libqopt/flows/search/telling.h"
#include "tools/libqopt/flows/search/times/type_times.h"
#include "tools/libqopt/flows/search/trials.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt::run {
namespace {

class SearchFlow {
public:
  SearchFlow(SearchSettings given, std::shared_ptr<Reports> reports)
      : settings(std::move(given)), reports(std::move(reports)), quantizer(settings.steps) {}

  Expected<Searched> run(Loaded model) {
    if (Status status = prepare(std::move(model)); !status.ok())
      return status;
    auto found = findCandidates(quantizer);
    if (!found)
      return found.status();
    candidates = std::move(*found);
    result.dropped = candidates.dropped;
    const bool searches = !settings.policy;
    for (auto step : {&SearchFlow::open, searches ? &SearchFlow::search : &SearchFlow::replay})
      if (Status status = (this->*step)(); !status.ok())
        return status;
    return choose();
  }

private:
  Status prepare(Loaded model);
  Status open();
  Status search();
  Status replay();
  Expected<Searched> choose();

  Status measureErrors();
  Status measureBase();
  Status learnConversions();
  Status learnUniform(Drawing &drawing);
  Status tryOne(const Assignment &next, const std::string &name);
  Status tryMixed();
  Status judgeAll(const NetworkRounds &rounds);

  SearchSettings settings;
  std::shared_ptr<Reports> reports;
  Quantizer quantizer;
  Deadline deadline; // from the end of calibration on
  Candidates candidates;
  std::optional<Trials> trials;
  std::optional<LayerErrors> errors;
  SearchResult result;
};

Status SearchFlow::prepare(Loaded model) {
  model.reports = reports;
  if (Status status = quantizer.take(std::move(model)); !status.ok())
    return status;
  quantizer.noteBound();
  if (weightedLayers(*quantizer.floats().module).empty())
    return invalidArgument(settings.steps.model +
                           ": has no convolution or matrix product whose weights are one constant "
                           "matrix for all samples: there is no type to choose");
  if (Status status = quantizer.evenChannels(); !status.ok())
    return status;
  quantizer.settle(quantizer.options.recipe.settled());
  if (Status status = quantizer.repair(); !status.ok())
    return status;
  if (Status status = quantizer.calibrate(); !status.ok())
    return status;
  deadline = Deadline(settings.seconds);
  return {};
}

/// The samples that choose and judge, and the networks of one type.
Status SearchFlow::open() {
  auto halves = halvesOf(settings.test, quantizer.imported());
  if (!halves)
    return halves.status();
  result.choosing = halves->choosingSamples;
  result.judging = halves->judgingSamples;
  trials.emplace(quantizer, std::move(*halves), settings.gates);
  if (Status status = trials->open(); !status.ok())
    return status;
  for (const UniformType &uniform : candidates.uniform) {
    auto network = uniform.make(quantizer);
    if (!network)
      return network.status();
    SearchedNetwork summary;
    summary.name = uniform.name;
    summary.floats = uniform.floats;
    summary.predictedSeconds = uniform.seconds;
    if (Status status = trials->add(std::move(summary), std::move(*network), uniform.types);
        !status.ok())
      return status;
    trials->all.back().isUniform = true;
    if (uniform.floats == candidates.floats && uniform.types.areAll(LayerType::Float) &&
        !trials->all.back().summary.brokenBy.empty())
      candidates.widenFloats();
  }
  return {};
}

Status SearchFlow::replay() {
  auto types = policyTypes(*settings.policy, settings.policyName, candidates.graph.layers);
  if (!types)
    return types.status();
  auto network = networkOf(quantizer, *types, candidates.floats);
  if (!network)
    return network.status();
  SearchedNetwork summary;
  summary.name = "policy";
  summary.floats = candidates.floats;
  return trials->add(std::move(summary), std::move(*network), std::move(*types));
}

Status SearchFlow::measureErrors() {
  constexpr size_t elements = 1 << 18; // of all layers' errors, so that predictions take no time
  const size_t most = std::clamp<size_t>(elements / candidates.graph.layers.size(), 64, 4096);
  auto measurement =
      ErrorMeasurement::of(quantizer.imported(), quantizer.options.samples, settings.steps.compile,
                           settings.test.outputs, settings.looks, most);
  if (!measurement)
    return measurement.status();
  if (settings.memory.begin) {
    auto setting = searchSettingOf(quantizer, *measurement,
                                   std::to_string(settings.looks) + " " +
                                       llvm::join(settings.test.outputs, ","));
    if (!setting)
      return setting.status();
    if (Status status = settings.memory.begin(*setting); !status.ok())
      return status;
  }
  result.measured = measurement->samples();
  errors.emplace(quantizer, std::move(*measurement), candidates.graph.layers, candidates.types,
                 settings.memory);
  const double left = std::max(0.0, settings.seconds - deadline.passed());
  if (Status status = measureBase(); !status.ok())
    return status;
  auto isWhole = errors->measure(candidates.byGain(), Deadline(left * 0.45), Deadline(left * 0.7));
  if (!isWhole)
    return isWhole.status();
  result.isCutShort = !*isWhole;
  return {};
}

/// Floats that lie narrow have an error of their own, which is added to all.
Status SearchFlow::measureBase() {
  if (candidates.floats == "f32")
    return {};
  auto network = narrowFloats(quantizer, candidates.floats);
  if (!network)
    return network.status();
  auto measured = errors->measurement().errorsOf(std::move(*network));
  if (!measured)
    return measured.status();
  errors->model().setBase(std::move(measured->noise));
  return {};
}

/// A network whose layers alternate tells what conversions take.
Status SearchFlow::learnConversions() {
  std::vector<size_t> choice(candidates.graph.layers.size());
  for (size_t i = 0; i < choice.size(); ++i)
    choice[i] = i % 2;
  auto network = networkOf(quantizer, errors->typesOf(choice), candidates.floats);
  if (!network)
    return network.status();
  auto timed = TypeTimes(quantizer, candidates.graph).timesOf(*network);
  if (!timed)
    return timed.status();
  candidates.times.learn(choice, timed->run);
  return {};
}

Status SearchFlow::search() {
  if (Status status = measureErrors(); !status.ok())
    return status;
  if (Status status = learnConversions(); !status.ok())
    return status;
  return tryMixed();
}

/// Returns what the uniform networks lose, on samples that calibrate, to begin with.
Status SearchFlow::learnUniform(Drawing &drawing) {
  for (TriedNetwork &trial : trials->all) {
    const std::vector<size_t> choice = candidates.choiceOf(trial.types);
    const bool isFloat = trial.types.areAll(LayerType::Float);
    trial.summary.noise = trial.summary.predictedNoise =
        isFloat ? 0 : errors->model().worst(choice);
    if (trial.summary.floats == candidates.floats)
      drawing.learn(choice, trial.summary.noise, trial.summary.brokenBy.empty());
  }
  return {};
}

Status SearchFlow::tryOne(const Assignment &next, const std::string &name) {
  const LayerTypes types = errors->typesOf(next.choice);
  SearchedNetwork summary;
  summary.name = name;
  summary.floats = candidates.floats;
  summary.predictedSeconds = next.time;
  summary.predictedNoise = next.loss;
  auto network = networkOf(quantizer, types, candidates.floats);
  if (!network)
    return network.status();
  auto noise = errors->learn(next.choice);
  if (!noise)
    return noise.status();
  summary.noise = noise->came;
  if (Status status = trials->add(std::move(summary), std::move(*network), types); !status.ok())
    return status;
  const size_t narrow = candidates.narrowUniform();
  auto ratio = trials->ratioTo(narrow);
  if (!ratio)
    return ratio.status();
  trials->all.back().seconds = *ratio * trials->all[narrow].seconds;
  candidates.times.learn(next.choice, trials->all.back().seconds);
  return {};
}

Status SearchFlow::tryMixed() {
  constexpr size_t mostMixed = 8;
  Drawing drawing(candidates, errors->model(), settings.gates.minSqnr);
  if (Status status = learnUniform(drawing); !status.ok())
    return status;
  for (size_t i = 0; i < mostMixed; ++i) {
    const std::optional<Assignment> next = drawing.next(trials->fastestHolding());
    result.frontSize = drawing.frontSize();
    result.isFrontCut = drawing.isCut();
    if (!next)
      break;
    if (deadline.isOver()) {
      result.isCutShort = true;
      break;
    }
    if (Status status = tryOne(*next, "mixed " + std::to_string(i + 1)); !status.ok())
      return status;
    const SearchedNetwork &made = trials->all.back().summary;
    drawing.learn(next->choice, made.noise, made.brokenBy.empty());
  }
  return {};
}

/// A policy that was given has its network written, or nothing: no other network is chosen.
Status SearchFlow::judgeAll(const NetworkRounds &rounds) {
  const bool isPolicy = settings.policy.has_value();
  if (isPolicy)
    if (Status status = trials->judge(trials->all.back()); !status.ok())
      return status;
  auto chosen = trials->judgeAll(rounds);
  if (!chosen)
    return chosen.status();
  const size_t last = trials->all.size() - 1;
  if (isPolicy)
    *chosen = trials->all[last].summary.holds() ? std::optional(last) : std::nullopt;
  result.chosen = *chosen;
  return {};
}

Expected<Searched> SearchFlow::choose() {
  auto rounds = trials->runAll();
  if (!rounds)
    return rounds.status();
  if (Status status = judgeAll(*rounds); !status.ok())
    return status;
  result.batch = rounds->batch;
  result.rounds = int64_t(rounds->count());
  if (errors)
    tellPredictions(*errors, trials->all, result);
  Searched searched;
  if (result.chosen) {
    TriedNetwork &chosen = trials->all[*result.chosen];
    searched.types = chosen.types;
    searched.chosen = std::move(static_cast<Loaded &>(chosen.subject));
  }
  result.layers = searchedLayers(candidates, errors ? &*errors : nullptr, searched.types);
  result.networks = summariesOf(trials->all);
  searched.result = std::move(result);
  return searched;
}

} // namespace

Expected<Searched> searchTypes(Loaded model, SearchSettings settings,
                               std::shared_ptr<Reports> reports) {
  return SearchFlow(std::move(settings), std::move(reports)).run(std::move(model));
}

} // namespace qopt::run
