// This part of the flow tells what came of it.
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/flow.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

Contest QuantizeFlow::contest() const {
  Contest contest = chosen.contest;
  contest.floats = tried.back().smallFloats;
  return contest;
}

std::vector<JudgedNetwork> QuantizeFlow::networks() const {
  std::vector<JudgedNetwork> all;
  const MultiplyAdds multiplyAdds(*quantizer.imported().module);
  for (const Tried &one : tried) {
    all.push_back(judge.summaryOf(one.result));
    all.back().recipe = settingOf(one.recipe);
    all.back().floatLayers = one.recipe.floatLayers;
    llvm::append_range(all.back().floatLayers, one.floatLayers);
    all.back().floatMacs = multiplyAdds.percentOf(all.back().floatLayers);
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
  constexpr int64_t fewest = 5; // batches behind the first, which is not timed
  const JudgedHow how = judge.how();
  if (how.samples <= fewest * how.batch)
    return;
  const double integer = tried.back().result.model.medianSeconds(),
               real = judge.baseline().model.medianSeconds();
  if (integer > noise * real)
    reports->warn("the integer network takes " + io::fixed(integer / real, 2) +
                  " times as long as the float one on " + quantizer.options.device +
                  "; qrun bench --per-layer shows where");
}

void QuantizeFlow::warnOfDynamic() const {
  const bool isInvariant = quantizer.options.compile.floatOrder == FloatOrder::Invariant;
  if (tried.back().recipe.isDynamic() && (!isModeStated || isInvariant))
    reports->warn("ranges are dynamic: each run measures those of its batch, so that answers "
                  "depend on what else is in the batch, in every float order, and a .qart file "
                  "holds programs of one batch alone; --mode=quantize measures them by samples");
}

void QuantizeFlow::remarkOnGates() const { noteUnbound(gates, tried.back().result.loss, *reports); }

void QuantizeFlow::advise() const {
  warnOfDynamic();
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
