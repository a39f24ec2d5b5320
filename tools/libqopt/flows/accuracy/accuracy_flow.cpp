#include "tools/libqopt/flows/accuracy/accuracy_flow.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/flows/accuracy/row_commands.h"
#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/libqopt/load/pipeline.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt::run {

static const Loaded &sourceOf(const Variant &variant, const Quantizer &quantizer) {
  return variant.repaired ? quantizer.repairedFloats() : quantizer.imported();
}

Expected<const Calibration *> MeasuredRanges::of(const Variant &variant) {
  const CalibrationMethod &method = *findCalibrationMethod(variant.calibrator);
  // One that chooses looks at more than statistics.
  const std::string measured = method.range ? "entropy" : variant.calibrator;
  CalibrationSettings settings = method.range ? CalibrationSettings() : variant.settings;
  const Key key{measured,      variant.samples,     variant.repaired, settings.scheme,
                settings.bits, settings.clipWeight, variant.attention};
  auto known = measurements.find(key);
  if (known == measurements.end()) {
    CalibratorOptions how{measured, settings, {}, {}, variant.attention};
    SampleOptions samples = quantizer.options.samples;
    if (variant.samples)
      samples.selection.most = variant.samples;
    auto made = measureRanges(sourceOf(variant, quantizer), quantizer.options.device,
                              quantizer.options.compile, std::move(how), samples);
    if (!made)
      return made.status();
    known = measurements.emplace(key, std::move(*made)).first;
  }
  if (!method.range)
    return &known->second;
  current = known->second;
  current.method = variant.calibrator;
  current.settings = variant.settings;
  current.computeRanges();
  return &current;
}

static QuantizerOptions withOutput(QuantizerOptions steps) {
  if (steps.output.empty())
    steps.output = hereFile(steps.model, "int8.mlirbc");
  steps.recipe = steps.recipe.settled();
  return steps;
}

AccuracyFlow::AccuracyFlow(QuantizerOptions steps, EvaluationOptions test,
                           std::vector<Variant> variants)
    : quantizer(withOutput(std::move(steps))), test(std::move(test)),
      judge(this->test, quantizer.options.device, quantizer.options.compile, Classes::IfAny),
      variants(std::move(variants)), ranges(quantizer) {}

/// Tries the passes of one's own rows, by ranges that stand for those to come. Passes that cannot
/// work on this network, as on a layer that it does not have, thus fail before the long steps.
Status AccuracyFlow::tryPasses() const {
  const Loaded &floats = quantizer.imported();
  Calibration any;
  mlir::func::FuncOp entry = nn::entryOf(*floats.module);
  for (mlir::Value argument : entry.getArguments())
    any.ranges[nn::keyOf(argument)] = Range{-1, 1};
  entry.walk([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      if (std::string key = nn::keyOf(result); !key.empty())
        any.ranges[key] = Range{-1, 1};
  });
  for (const Variant &variant : variants) {
    if (!variant.isOwn)
      continue;
    auto module = rewritten(floats, floats.path, &any, variant.passes, Warnings::Kept);
    if (!module)
      return Status(module.status().code(), variant.name + ": " + module.status().message());
  }
  return {};
}

Status AccuracyFlow::prepare(Loaded model, AccuracyResult &result) {
  const QuantizerOptions &steps = quantizer.options;
  if (Status status = warnOfUnlikeSamples(model, steps.device, steps.compile, steps.samples);
      !status.ok())
    return status;
  if (Status status = quantizer.take(std::move(model)); !status.ok())
    return status;
  tell(quantizer.loadCommand(), result.commands); // with the sizes that samples have
  if (Status status = tryPasses(); !status.ok())
    return status;
  if (llvm::any_of(variants, [](const Variant &variant) { return variant.repaired; })) {
    if (Status status = quantizer.evenChannels(); !status.ok())
      return status;
    if (quantizer.hasEvened())
      tell(quantizer.evenCommand(), result.commands);
    tell(quantizer.repairCommand(), result.commands);
    if (Status status = quantizer.repair(); !status.ok())
      return status;
  }
  const Loaded &floats = quantizer.imported();
  return judge.setBaseline(floats.clone(floats.path), quantizer.options.model);
}

Expected<JudgedNetwork> AccuracyFlow::judged(const Variant &variant) {
  const Calibration *found = nullptr;
  if (!variant.calibrator.empty()) {
    auto measured = ranges.of(variant);
    if (!measured)
      return measured.status();
    found = *measured;
  }
  auto integer = rewritten(sourceOf(variant, quantizer), quantizer.floats().path, found,
                           variant.passes, Warnings::Kept);
  if (!integer)
    return Status(integer.status().code(), variant.name + ": " + integer.status().message());
  auto of = judge.judge(std::move(*integer));
  return of ? Expected(judge.summaryOf(*of)) : of.status();
}

std::vector<std::string> AccuracyFlow::commandsOf(const Variant &variant, size_t row) const {
  const std::string source =
      quantizer.fileOf(variant.repaired ? "repaired.mlirbc" : "float.mlirbc");
  const std::string name = "row" + std::to_string(row);
  const RowFiles files{source, quantizer.fileOf(name + ".json"),
                       quantizer.fileOf(name + ".mlirbc")};
  return rowCommands(variant, files, quantizer.options);
}

void AccuracyFlow::tell(const std::string &command, std::vector<std::string> &commands) const {
  commands.push_back(command);
  quantizer.floats().reports->command(command);
}

/// Returns the command that makes the integer network of the model.
std::string AccuracyFlow::quantizeCommand() const {
  ShellCommand command("qrun quantize");
  command.word(quantizer.options.model);
  addLoad(command, quantizer.options.load);
  addPreprocess(command, quantizer.options.load.preprocess);
  addSamples(command, quantizer.options.samples);
  if (!quantizer.options.othersJudge)
    command.option("test", test.data);
  addJudging(command, test);
  addRun(command, quantizer.options.device, quantizer.options.compile);
  return command.word("-o").word(quantizer.options.output).text();
}

Status AccuracyFlow::run(Loaded model, AccuracyResult &result) {
  if (Status status = prepare(std::move(model), result); !status.ok())
    return status;
  result.how = judge.how();
  result.next = {quantizeCommand()};
  result.rows.push_back({"float", {}, judge.summaryOf(judge.baseline())});
  const Loaded &floats = quantizer.imported();
  auto ports = portsOf(*floats.module);
  if (!ports)
    return ports.status();
  auto all = Feeder::open(quantizer.options.samples, floats, ports->inputs);
  if (!all)
    return all.status();
  mlir::ModuleOp module = *floats.module;
  const bool hasAttention =
      module.walk([](nn::AttentionOp) { return mlir::WalkResult::interrupt(); }).wasInterrupted();
  for (const Variant &variant : variants) {
    if (variant.samples > all->samples().total())
      continue; // it would be another row
    if (variant.attention == AttentionForm::Integer && !variant.isOwn && !hasAttention)
      continue; // it would be the same as another
    if (Status status = floats.reports->checkCancelled(); !status.ok())
      return status;
    AccuracyRow row{variant.name, {}, {}};
    for (const std::string &command : commandsOf(variant, result.rows.size()))
      tell(command, row.commands);
    auto network = judged(variant);
    if (!network)
      return network.status();
    row.network = std::move(*network);
    result.rows.push_back(std::move(row));
  }
  return {};
}

Expected<std::vector<Variant>> variantsFor(const std::vector<std::string> &grids,
                                           const std::vector<std::string> &passes) {
  std::vector<Variant> variants;
  for (const std::string &name : grids) {
    const VariantGroup *group = findVariantGroup(name);
    if (!group)
      return invalidArgument(
          "--grid=" + name + ": there are " +
          llvm::join(llvm::map_range(variantGroups(),
                                     [](const VariantGroup &of) { return std::string(of.name); }),
                     ", "));
    llvm::append_range(variants, group->variants());
  }
  const Recipe recipe = Recipe().settled();
  for (const std::string &own : passes) {
    if (Status status = checkPasses(own); !status.ok())
      return invalidArgument("--passes=" + own + ": " +
                             llvm::StringRef(status.message()).split("pipeline: ").second.str());
    const bool asks = llvm::StringRef(own).contains("attention=integer");
    variants.push_back({own, recipe.calibrator, recipe.calibrationSettings(), 0, false, own, true,
                        asks ? AttentionForm::Integer : AttentionForm::Float});
  }
  return variants;
}

} // namespace qopt::run
