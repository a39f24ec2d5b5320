#include "tools/libqopt/flows/search/search_flow.h"

#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/explain/explain_flow.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/quantize/pass_text.h"
#include "tools/libqopt/flows/search/assignment.h"
#include "tools/libqopt/flows/search/layer_graph.h"
#include "tools/libqopt/flows/search/rounds.h"
#include "tools/libqopt/report/measure/measured_times.h"

#include <cmath>
#include <numeric>

using namespace qrt;

namespace qopt::run {
namespace {

enum Candidate : size_t { AsFloat, AsInt8, candidateCount };

constexpr int64_t timedRuns = 15;
constexpr size_t mostMixed = 6;           // are made and judged
constexpr double resolution = 1 / 2048.0; // of uniform int8's error

struct TimedLayers {
  std::vector<double> seconds; // of each layer, with what follows it
  int64_t batch = 1;
  double all() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
};

class SearchFlow {
public:
  SearchFlow(SearchSettings given, std::shared_ptr<Reports> reports)
      : settings(std::move(given)), reports(std::move(reports)), quantizer(settings.steps),
        judge(settings.test, settings.steps.device, settings.steps.compile,
              classesFor(settings.gates)),
        deadline(settings.seconds) {}

  Expected<Searched> run(Loaded model) {
    if (Status status = prepare(std::move(model)); !status.ok())
      return status;
    for (auto step : {&SearchFlow::measure, &SearchFlow::explainErrors, &SearchFlow::timeEdges,
                      &SearchFlow::judgeAll})
      if (Status status = (this->*step)(); !status.ok())
        return status;
    return choose();
  }

private:
  /// A network that was made and judged.
  struct Made {
    SearchedNetwork summary;
    Subject subject;
  };

  Status prepare(Loaded model);
  Status measure();
  Status explainErrors();
  Status timeEdges();
  Status judgeAll();
  Expected<Searched> choose();

  Expected<TimedLayers> timesOf(const Loaded &network) const;
  AssignmentProblem problem() const;
  std::vector<std::string> floatsOf(const std::vector<size_t> &choice) const;
  Status add(std::string name, const Assignment &predicted);
  std::vector<size_t> uniform(size_t candidate) const {
    return std::vector<size_t>(graph.layers.size(), candidate);
  }

  SearchSettings settings;
  std::shared_ptr<Reports> reports;
  Quantizer quantizer;
  Judge judge;
  const Deadline deadline;
  LayerGraph graph;
  TimedLayers times[candidateCount];
  std::vector<double> losses;  // of each layer in int8, of uniform int8's error
  double rest = 0;             // of that error, which no layer has
  double secondsAnElement = 0; // of a conversion
  std::optional<Loaded> integers;
  std::vector<Made> made;
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
  if (Status status = judge.setBaseline(quantizer.floats().clone(quantizer.floats().path),
                                        settings.steps.model);
      !status.ok())
    return status;
  if (Status status = quantizer.evenChannels(); !status.ok())
    return status;
  quantizer.settle(quantizer.options.recipe.settled());
  if (Status status = quantizer.repair(); !status.ok())
    return status;
  return quantizer.calibrate();
}

Expected<TimedLayers> SearchFlow::timesOf(const Loaded &network) const {
  auto measured = measureTimes(network, quantizer.options.samples, settings.steps.device,
                               settings.steps.compile, timedRuns);
  if (!measured)
    return measured.status();
  if (!*measured)
    return invalidArgument("--device=" + settings.steps.device +
                           ": gives no times of layers, which a search chooses by");
  TimedLayers timed{std::vector<double>(graph.layers.size()), (*measured)->batch};
  size_t home = 0;
  for (const LayerTime &layer : (*measured)->layers.layers()) {
    home = graph.homeOf(layer.name, home);
    timed.seconds[home] += layer.median();
  }
  return timed;
}

Status SearchFlow::measure() {
  graph = LayerGraph::of(*quantizer.floats().module);
  auto module = quantizer.quantized({});
  if (!module)
    return module.status();
  integers = std::move(*module);
  const Loaded *networks[] = {&quantizer.floats(), &*integers};
  for (size_t i = 0; i < candidateCount; ++i) {
    auto timed = timesOf(*networks[i]);
    if (!timed)
      return timed.status();
    times[i] = std::move(*timed);
  }
  return {};
}

Status SearchFlow::explainErrors() {
  ExplainSettings how;
  static_cast<SampleOptions &>(how) = quantizer.options.samples;
  how.outputs = settings.test.outputs;
  how.device = settings.steps.device;
  how.compile = settings.steps.compile;
  auto explained = explainNetworks(quantizer.floats(), *integers, how);
  if (!explained)
    return explained.status();
  losses.assign(graph.layers.size(), 0);
  for (const ExplainedLayer &layer : explained->outputs.front().layers)
    for (auto [name, loss] : llvm::zip_equal(graph.layers, losses))
      if (name == layer.name)
        loss += layer.asFloat;
  rest = 1 - std::accumulate(losses.begin(), losses.end(), 0.0);
  return {};
}

Status SearchFlow::timeEdges() {
  std::vector<size_t> choice(graph.layers.size());
  for (size_t i = 0; i < choice.size(); ++i)
    choice[i] = i % 2 ? AsFloat : AsInt8;
  double converted = 0, layers = 0;
  for (const LayerLink &link : graph.links)
    converted += choice[link.from] != choice[link.to] ? link.elements : 0;
  for (size_t i = 0; i < choice.size(); ++i)
    layers += times[choice[i]].seconds[i];
  if (converted == 0)
    return {};
  auto module = quantizer.quantized(floatsOf(choice), Warnings::Kept);
  if (!module)
    return module.status();
  auto timed = timesOf(*module);
  if (!timed)
    return timed.status();
  secondsAnElement = std::max(0.0, timed->all() - layers) / converted;
  return {};
}

std::vector<std::string> SearchFlow::floatsOf(const std::vector<size_t> &choice) const {
  std::vector<std::string> names;
  for (auto [name, as] : llvm::zip_equal(graph.layers, choice))
    if (as == AsFloat)
      names.push_back(name);
  return names;
}

AssignmentProblem SearchFlow::problem() const {
  AssignmentProblem problem;
  for (size_t i = 0; i < graph.layers.size(); ++i) {
    // A layer whose name --insert-quant's option cannot have stays in int8.
    const bool canBeFloat = whyUnwritable(graph.layers[i]).empty();
    problem.layers.push_back({{canBeFloat ? times[AsFloat].seconds[i] : HUGE_VAL, 0},
                              {times[AsInt8].seconds[i], losses[i]}});
  }
  for (const LayerLink &link : graph.links) {
    const double seconds = link.elements * secondsAnElement;
    problem.edges.push_back({link.from, link.to, {{0, seconds}, {seconds, 0}}});
  }
  return problem;
}

Status SearchFlow::add(std::string name, const Assignment &predicted) {
  SearchedNetwork summary;
  summary.name = std::move(name);
  summary.predictedSeconds = predicted.time;
  const bool isFloat = llvm::all_of(predicted.choice, [](size_t as) { return as == AsFloat; });
  summary.predictedNoise = isFloat ? 0 : predicted.loss + rest;
  if (!isFloat)
    summary.floatLayers = floatsOf(predicted.choice);
  Expected<Loaded> module =
      isFloat ? Expected<Loaded>(quantizer.imported().clone(quantizer.imported().path))
              : quantizer.quantized(summary.floatLayers, Warnings::Kept);
  if (!module)
    return module.status();
  auto judged = judge.judge(std::move(*module));
  if (!judged)
    return judged.status();
  summary.broken = settings.gates.broken(judged->loss);
  summary.loss = std::move(judged->loss);
  made.push_back({std::move(summary), std::move(judged->model)});
  return {};
}

Status SearchFlow::judgeAll() {
  const AssignmentProblem problem = this->problem();
  for (size_t as : {size_t(AsFloat), size_t(AsInt8)})
    if (Status status = add(as == AsFloat ? "f32" : "int8", assignmentOf(problem, uniform(as)));
        !status.ok())
      return status;
  const std::vector<Assignment> front = paretoFront(problem, resolution);
  result.frontSize = front.size();
  const size_t count = std::min(mostMixed, front.size());
  std::optional<size_t> last;
  for (size_t i = 0; i < count; ++i) {
    const size_t place = count > 1 ? i * (front.size() - 1) / (count - 1) : 0;
    const std::vector<size_t> &choice = front[place].choice;
    if (last == place || choice == uniform(AsFloat) || choice == uniform(AsInt8))
      continue;
    last = place;
    result.isCutShort = result.isCutShort || deadline.isOver();
    if (result.isCutShort)
      break;
    if (Status status = add("mixed " + std::to_string(made.size() - 1), front[place]); !status.ok())
      return status;
  }
  return {};
}

/// The error's power over the signal's, of the worst output.
static double noiseOf(const Loss &loss) {
  const double decibels = loss.worst().sqnr.value_or(NAN);
  return std::pow(10, -decibels / 10);
}

Expected<Searched> SearchFlow::choose() {
  std::vector<const Subject *> subjects;
  for (const Made &one : made)
    subjects.push_back(&one.subject);
  auto rounds = runInRounds(subjects, settings.test, *reports);
  if (!rounds)
    return rounds.status();
  const double uniformNoise = noiseOf(*made[AsInt8].summary.loss);
  for (auto [i, one] : llvm::enumerate(made)) {
    one.summary.seconds = rounds->median(i);
    one.summary.noise = noiseOf(*one.summary.loss) / uniformNoise;
    const bool holds = one.summary.broken.empty();
    if (i > 0 && holds && rounds->isSurelyFaster(i, result.chosen))
      result.chosen = i;
    result.networks.push_back(one.summary);
  }
  result.batch = rounds->batch;
  result.rounds = int64_t(rounds->count());
  result.samples = judge.how().samples;
  return Searched{std::move(result), std::move(static_cast<Loaded &>(made[result.chosen].subject))};
}

} // namespace

Expected<Searched> searchTypes(Loaded model, SearchSettings settings,
                               std::shared_ptr<Reports> reports) {
  return SearchFlow(std::move(settings), std::move(reports)).run(std::move(model));
}

} // namespace qopt::run
