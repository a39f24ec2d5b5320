#include "tools/libqopt/flows/quantize/flow.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/layers/blocks.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/libqopt/flows/quantize/few_bits.h"
#include "tools/libqopt/flows/quantize/fusing.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace qrt;

namespace qopt::run {

QuantizeFlow::QuantizeFlow(QuantizerOptions steps, EvaluationOptions test, Gates gates,
                           std::shared_ptr<Reports> reports)
    : quantizer(std::move(steps)), test(std::move(test)), gates(gates), reports(std::move(reports)),
      judge(this->test, quantizer.options.device, quantizer.options.compile, classesFor(gates)) {}

void QuantizeFlow::tell(const std::string &command) {
  told.push_back(command);
  reports->command(command);
}

void QuantizeFlow::tellEnd() {
  tell(quantizer.quantizeCommand(tried.back().floatLayers));
  tell(quantizer.evalCommand(test));
}

Status QuantizeFlow::prepare(Loaded model) {
  const QuantizerOptions &steps = quantizer.options;
  if (Status status = warnOfUnlikeSamples(model, steps.device, steps.compile, steps.samples);
      !status.ok())
    return status;
  if (Status status = quantizer.take(std::move(model)); !status.ok())
    return status;
  tell(quantizer.loadCommand()); // with the sizes that samples have
  quantizer.noteBound();
  if (weightedLayers(*quantizer.floats().module).empty())
    return invalidArgument(quantizer.options.model +
                           ": has no convolution or matrix product whose weights are one constant "
                           "matrix for all samples: there is nothing to quantize");
  // First: labels that do not fit are known before the long steps.
  if (Status status = judge.setBaseline(quantizer.floats().clone(quantizer.floats().path),
                                        quantizer.options.model);
      !status.ok())
    return status;
  if (gates.minCosine && !judge.how().hasEmbeddings)
    return invalidArgument(quantizer.options.model +
                           ": --min-cosine needs an output that is judged as an embedding, and "
                           "there is none; --judge=embedding judges one so");
  if (Status status = quantizer.evenChannels(); !status.ok())
    return status;
  if (quantizer.hasEvened())
    tell(quantizer.evenCommand());
  toldOfFloats = told.size();
  return settle();
}

Status QuantizeFlow::settle() {
  isModeStated = !quantizer.options.recipe.mode.empty();
  deadline = Deadline(quantizer.options.contest.chooseSeconds);
  if (Status status = repairAhead(); !status.ok())
    return status;
  auto found = chooseSetting(quantizer, quantizer.options.contest, test.outputs, deadline);
  if (!found)
    return found.status();
  chosen = std::move(*found);
  quantizer.settle(chosen.recipe);
  if (chosen.contest.samples)
    reports->note(noteOf(chosen.contest));
  return {};
}

Status QuantizeFlow::repairAhead() {
  constexpr int64_t enoughToRepair = 32; // of fewer the simplest setting stands
  const Recipe open = quantizer.options.recipe;
  const bool isOpen = !(open.rounds && open.correctsBias) && !open.smooths() && !open.hasFewBits();
  if (!isOpen || open.leavesWeights() || quantizer.options.contest.chooseSamples == 0)
    return {};
  auto samples = samplesThatCalibrate(quantizer);
  if (!samples)
    return samples.status();
  if (*samples < enoughToRepair || !isRepairDear(*quantizer.floats().module, *samples))
    return {};
  Recipe recipe = open;
  recipe.rounds = open.rounds.value_or(true);
  recipe.correctsBias = open.correctsBias.value_or(true);
  quantizer.settle(recipe.settled());
  const Status status = quantizer.repair();
  repairedAhead = quantizer.options.recipe;
  quantizer.settle(recipe);
  return status;
}

static bool repairAlike(const Recipe &a, const Recipe &b) {
  return a.rounds == b.rounds && a.correctsBias == b.correctsBias && a.smoothing == b.smoothing;
}

/// Tells the commands of these ranges in place of those of another setting.
void QuantizeFlow::tellRanges() {
  told.resize(toldOfFloats);
  if (quantizer.options.recipe.repairs())
    tell(quantizer.repairCommand());
  if (!quantizer.options.recipe.isDynamic())
    tell(quantizer.calibrateCommand());
}

Expected<FloatChoice> QuantizeFlow::leaveSmallFloat() {
  const ContestOptions &contest = quantizer.options.contest;
  if (contest.chooseSamples == 0)
    return FloatChoice();
  CalibratingAnswers answers(quantizer, test.outputs);
  Expected<FloatChoice> found =
      contest.floatMacs > 0 ? chooseSmallLayers(quantizer, contest.floatMacs, answers, deadline)
                            : FloatChoice();
  if (!found)
    return found;
  if (std::string note = noteOf(*found); !note.empty())
    reports->note(note);
  llvm::append_range(quantizer.options.recipe.floatLayers, found->layers);
  const Status status = fuseFunctions(answers);
  return status.ok() ? found : status;
}

Status QuantizeFlow::fuseFunctions(CalibratingAnswers &answers) {
  auto found = chooseFusing(quantizer, answers, deadline);
  if (!found)
    return found.status();
  if (std::string note = noteOf(*found); !note.empty())
    reports->note(note);
  if (found->isTaken)
    quantizer.options.recipe.fuse = "arithmetic";
  return {};
}

/// Repairs anew where the outputs say that more layers have 8 bits: the commands follow.
Status QuantizeFlow::repair() {
  const bool isDone = repairedAhead && repairAlike(*repairedAhead, quantizer.options.recipe);
  repairedAhead.reset();
  if (Status status = isDone ? Status() : quantizer.repair(); !status.ok())
    return status;
  auto isWider = widenFewBits(quantizer, test.outputs);
  if (!isWider)
    return isWider.status();
  const Status status = *isWider ? quantizer.repair() : Status();
  if (status.ok())
    tellRanges();
  return status;
}

Status QuantizeFlow::tryAsIs() {
  if (Status status = repair(); !status.ok())
    return status;
  if (Status status = quantizer.calibrate(); !status.ok())
    return status;
  auto smallFloats = leaveSmallFloat();
  if (!smallFloats)
    return smallFloats.status();
  auto next = attempt({});
  if (!next)
    return next.status();
  next->smallFloats = std::move(*smallFloats);
  tried.push_back(std::move(*next));
  return {};
}

Expected<Tried> QuantizeFlow::attempt(std::vector<std::string> floatLayers) const {
  auto module = quantizer.quantized(floatLayers, tried.empty() ? Warnings::Told : Warnings::Kept);
  if (!module)
    return module.status();
  auto judged = judge.judge(std::move(*module));
  if (!judged)
    return judged.status();
  return Tried{quantizer.options.recipe, std::move(floatLayers), std::move(*judged),
               tried.empty() ? FloatChoice() : tried.back().smallFloats};
}

std::vector<std::string> QuantizeFlow::candidates() const {
  const mlir::ModuleOp floats = *quantizer.imported().module;
  const Loaded &integers = tried.back().result.model;
  std::vector<std::string> names = weightedLayers(floats);
  // Narrow floats have parts of layers beside them, which nobody can name.
  for (const std::string &there : weightedLayers(*integers.module))
    if (std::string name = integers.layers.given(there);
        !llvm::is_contained(names, name) && hasLayer(floats, name))
      names.push_back(std::move(name));
  llvm::erase_if(names, [&](const std::string &name) {
    return llvm::is_contained(quantizer.options.recipe.floatLayers, name);
  });
  return names;
}

/// The fewest of the worst groups that have to stay float, found by doubling and halving; all of
/// them are known to do, or are the float network. None where no choice does, whose last is told.
Expected<std::optional<Tried>> QuantizeFlow::fewest(llvm::ArrayRef<LayerGroup> groups) {
  auto ranked = rankLayers(quantizer, groups, test.outputs);
  if (!ranked)
    return ranked.status();
  std::optional<Tried> best;
  size_t tooFew = 0, enough = ranked->size();
  while (enough - tooFew > 1) {
    // Twice as many until the bound holds, then halfway.
    const size_t count =
        best ? (tooFew + enough) / 2 : std::min(std::max<size_t>(1, 2 * tooFew), enough - 1);
    std::vector<std::string> worst;
    for (const Sensitivity &one : llvm::ArrayRef(*ranked).take_front(count))
      llvm::append_range(worst, one.layers);
    auto next = attempt(std::move(worst));
    if (!next)
      return next.status();
    if (holds(*next)) {
      enough = count;
      best = std::move(*next);
    } else {
      tooFew = count;
      tried.push_back(std::move(*next));
    }
  }
  return best;
}

/// Blocks first, of which there are fewer, then the layers of those that have to stay float.
Status QuantizeFlow::choose() {
  const std::vector<std::string> layers = candidates();
  for (const std::string &layer : layers)
    if (std::string why = whyUnwritable(layer); !why.empty())
      return invalidArgument(quantizer.options.model + ": " + why);
  auto apart = [](llvm::ArrayRef<std::string> names) {
    std::vector<LayerGroup> groups;
    for (const std::string &name : names)
      groups.push_back({name});
    return groups;
  };
  const std::vector<LayerGroup> blocks = blocksOf(*quantizer.imported().module, layers);
  const bool areLayers = blocks.size() == layers.size() || blocks.size() < 2;
  auto best = fewest(areLayers ? apart(layers) : blocks);
  if (!best)
    return best.status();
  if (!areLayers) {
    auto alone = fewest(apart(*best ? (*best)->floatLayers : layers));
    if (!alone)
      return alone.status();
    if (*alone)
      *best = std::move(*alone);
  }
  if (*best)
    tried.push_back(std::move(**best));
  return {};
}

Status QuantizeFlow::run(Loaded model) {
  model.reports = reports;
  if (Status status = prepare(std::move(model)); !status.ok())
    return status;
  if (Status status = tryAsIs(); !status.ok() || holds(tried.back()))
    return status;
  if (Status status = tryOthers(); !status.ok() || holds(tried.back()))
    return status;
  return choose();
}

Status QuantizeFlow::tryOthers() {
  constexpr size_t most = 2; // each is calibrated and judged
  std::vector<Quantizer::Made> made;
  for (const Recipe &recipe : llvm::ArrayRef(chosen.others).take_front(most)) {
    made.push_back(quantizer.release());
    quantizer.settle(recipe);
    if (Status status = tryAsIs(); !status.ok() || holds(tried.back()))
      return status;
  }
  if (made.empty())
    return {};
  made.push_back(quantizer.release());
  auto best = std::ranges::max_element(
      tried, {}, [](const Tried &of) { return of.result.loss.worst().decibels(); });
  quantizer.restore(std::move(made[size_t(best - tried.begin())]));
  tellRanges();
  std::rotate(best, best + 1, tried.end()); // what is made of it follows it
  return {};
}

} // namespace qopt::run
