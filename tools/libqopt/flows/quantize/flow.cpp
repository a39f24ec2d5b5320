#include "tools/libqopt/flows/quantize/flow.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/sensitivity.h"

#include "llvm/ADT/StringExtras.h"

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
                           ": no output is judged as an embedding, which --min-cosine needs; "
                           "--judge=embedding says that one is");
  if (quantizer.options.recipe.repairs()) {
    tell(quantizer.repairCommand());
    if (Status status = quantizer.repair(); !status.ok())
      return status;
  }
  tell(quantizer.calibrateCommand());
  return quantizer.calibrate();
}

Expected<Tried> QuantizeFlow::attempt(std::vector<std::string> floatLayers) const {
  auto module = quantizer.quantized(floatLayers, tried.empty() ? Warnings::Told : Warnings::Kept);
  if (!module)
    return module.status();
  auto judged = judge.judge(std::move(*module));
  if (!judged)
    return judged.status();
  return Tried{std::move(floatLayers), std::move(*judged)};
}

std::vector<std::string> QuantizeFlow::candidates() const {
  const mlir::ModuleOp floats = *quantizer.floats().module;
  std::vector<std::string> names = weightedLayers(floats);
  // Narrow floats have parts of layers beside them, which nobody can name.
  for (std::string &name : weightedLayers(*tried.front().result.model.module))
    if (!llvm::is_contained(names, name) && hasLayer(floats, name))
      names.push_back(std::move(name));
  return names;
}

/// The fewest of the worst layers that have to stay float; all of them are the float network.
Status QuantizeFlow::choose() {
  const std::vector<std::string> layers = candidates();
  for (const std::string &layer : layers)
    if (std::string why = whyUnwritable(layer); !why.empty())
      return invalidArgument(quantizer.options.model + ": " + why);
  auto ranked = rankLayers(quantizer, layers, test.outputs);
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
      worst.push_back(one.layer);
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
  if (best)
    tried.push_back(std::move(*best));
  return {};
}

Status QuantizeFlow::run(Loaded model) {
  model.reports = reports;
  if (Status status = prepare(std::move(model)); !status.ok())
    return status;
  auto first = attempt({});
  if (!first)
    return first.status();
  tried.push_back(std::move(*first));
  return holds(tried.back()) ? Status() : choose();
}

std::vector<JudgedNetwork> QuantizeFlow::networks() const {
  std::vector<JudgedNetwork> all;
  for (const Tried &one : tried) {
    all.push_back(judge.summaryOf(one.result));
    all.back().floatLayers = one.floatLayers;
    all.back().broken = gates.broken(one.result.loss);
  }
  return all;
}

std::vector<std::string> QuantizeFlow::next() const {
  const QuantizerOptions &options = quantizer.options;
  if (holds())
    return {benchCommand({quantizer.fileOf("float.mlirbc"), options.output}, options.device,
                         options.compile)};
  ShellCommand command("qrun accuracy");
  command.word(options.model);
  addLoad(command, options.load);
  addPreprocess(command, options.load.preprocess);
  addSamples(command, options.samples);
  if (!options.othersJudge)
    command.option("test", test.data);
  addJudging(command, test);
  command.option("grid", "calibrators,schemes");
  addRun(command, options.device, options.compile);
  return {command.text()};
}

std::string QuantizeFlow::whyBroken() const {
  return "no choice of float layers stays within the bound: " +
         llvm::join(gates.broken(tried.back().result.loss), ", and ");
}

void QuantizeFlow::warnOfSlow() const {
  constexpr double noise = 1.2; // batches of two networks, not in turn
  const double integer = tried.back().result.model.medianSeconds(),
               real = judge.baseline().model.medianSeconds();
  if (integer > noise * real)
    reports->warn("the integer network takes " + io::fixed(integer / real, 2) +
                  " times as long as the float one on " + quantizer.options.device +
                  "; qrun bench --per-layer shows where");
}

void QuantizeFlow::remarkOnGates() const { noteUnbound(gates, tried.back().result.loss, *reports); }

void QuantizeFlow::advise() const {
  warnOfSlow();
  adviseBound();
}

void QuantizeFlow::adviseBound() const {
  if (!judge.hasLabels())
    return;
  const Loss &loss = tried.back().result.loss;
  noteInterval(gates, loss, *reports);
  const PairedAccuracy &paired = loss.scores().paired;
  if (!gates.maxDrop && paired.dropInterval().low > 1)
    reports->warn(io::fixed(paired.drop(), 2) +
                  " points are lost; --max-drop=1 leaves as many layers float as it takes");
}

} // namespace qopt::run
