#include "tools/libqopt/flows/quantize/quantizer.h"

#include "passes/repair/even_channels.h"
#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/eval/judged_outputs.h"
#include "tools/libqopt/flows/layers/named_layers.h"
#include "tools/libqopt/flows/quantize/few_bits.h"
#include "tools/libqopt/load/shape_text.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt::run {

void partSamples(QuantizerOptions &steps, EvaluationOptions &test) {
  SampleOptions &calibration = steps.samples;
  test.batch = calibration.batch;
  test.preprocessed = calibration.preprocessed;
  if (test.source)
    return;
  if (calibration.selection.every == 1)
    calibration.selection.every = 5;
  steps.othersJudge = true;
  test.data = calibration.data;
  test.source = calibration.source;
  test.selection = {calibration.selection.every, true};
}

/// Names that the network does not have are wrong before the long steps.
static Status nameLayers(const Loaded &network, QuantizerOptions &options) {
  Recipe &recipe = options.recipe;
  const bool apart = recipe.attentionForm() == AttentionForm::Integer;
  Status status = checkLayers(*network.module, {recipe.floatLayers, recipe.weightBits8, apart});
  if (!status.ok())
    return named(status, options.model);
  options.unrepaired = recipe.floatLayers;
  if (recipe.hasFewBits())
    nameWideLayers(network, options);
  for (const std::string &layer :
       llvm::concat<const std::string>(recipe.weightBits8, recipe.floatLayers))
    if (std::string why = whyUnwritable(layer); !why.empty())
      return invalidArgument(options.model + ": " + why);
  return {};
}

Status Quantizer::take(Loaded model) {
  {
    const StepScope step(*model.reports, "fold " + options.model);
    const std::string passes = llvm::join(llvm::ArrayRef(preparingPasses), ",");
    if (Status status = runPasses(*model.module, passes); !status.ok())
      return status;
  }
  if (holdsSteps(*model.module))
    return invalidArgument(options.model +
                           ": is quantized already; qopt --absorb-qdq makes integers of its pairs");
  bound = model.bound;
  prepared = std::move(model);
  if (Status status = nameLayers(*prepared, options); !status.ok())
    return status;
  return checkSamples();
}

/// Notes which samples calibrate and which judge where the former are one alone. Fails where none
/// is left to judge.
static Status tellParts(const QuantizerOptions &options, const Reports &reports,
                        const SampleStream &samples) {
  const std::string &data = options.samples.data;
  const int64_t all = samples.inSet();
  if (all == 1)
    return invalidArgument(data +
                           ": holds one sample, which calibrates: none is left to judge by; "
                           "give more samples, or others to judge by with --test=FILE "
                           "(--test=" +
                           data + " judges by what calibrates)");
  if (samples.total() == 1)
    reports.note(data + ": sample 0 calibrates, the other " + std::to_string(all - 1) +
                 (all > 2 ? " judge" : " judges") + "; --test=FILE names samples to judge by");
  return {};
}

/// Checks that samples are what the network takes, since judging comes before they calibrate.
Status Quantizer::checkSamples() const {
  auto ports = portsOf(*prepared->module);
  if (!ports)
    return ports.status();
  auto feeder = Feeder::open(options.samples, *prepared, ports->inputs);
  if (!feeder)
    return feeder.status();
  return options.othersJudge ? tellParts(options, *prepared->reports, feeder->samples()) : Status();
}

void Quantizer::noteBound() const {
  if (bound.empty())
    return;
  prepared->reports->note(options.model + ": its open sizes are fixed to those of the samples, " +
                          llvm::join(llvm::map_range(bound, textOf), ", ") +
                          ": the integer network takes no other sizes");
}

RepairerOptions repairerOptions(const Recipe &recipe) {
  // Rounding that makes up for other layers fits few samples too well: it takes all of them, within
  // reason.
  constexpr int64_t samplesOfFewBits = 1024;
  RepairerOptions how;
  how.rounds = *recipe.rounds;
  how.correctsBias = *recipe.correctsBias;
  if (recipe.smooths())
    how.smoothing = recipe.smoothing;
  how.bits = recipe.bitsOfWeights();
  how.sequential = how.rounds && recipe.hasFewBits();
  how.bits8 = recipe.weightBits8;
  if (how.sequential)
    how.samples = samplesOfFewBits;
  return how;
}

static RepairerOptions evening() {
  RepairerOptions how;
  how.evensChannels = true;
  return how;
}

Status Quantizer::evenChannels() {
  const mlir::func::FuncOp entry = nn::entryOf(*prepared->module);
  if (options.recipe.leavesWeights() || !canEvenChannels(LayerSet(seedLayersOf(entry))))
    return {};
  Loaded copy = prepared->clone(options.model);
  auto made = repairModel(copy, options.device, options.compile, evening(), options.samples);
  if (!made)
    return made.status();
  copy.path = prepared->path;
  evened = std::move(copy);
  return {};
}

Expected<Loaded> repairedBy(const QuantizerOptions &options, const Loaded &floats,
                            const RepairerOptions &how, const SampleOptions &samples) {
  Loaded copy = floats.clone(options.model); // no other file may be there
  auto made =
      repairModel(copy, options.device, options.compile,
                  namedFor(*floats.module, floats.layers, how, options.unrepaired), samples);
  return made ? Expected(std::move(copy)) : made.status();
}

Status Quantizer::repair() {
  repaired.reset();
  if (!options.recipe.repairs())
    return {};
  auto made = repairedBy(options, floats(), repairerOptions(options.recipe), options.samples);
  if (!made)
    return made.status();
  repaired = std::move(*made);
  return {};
}

Status Quantizer::calibrate() {
  calibration = {};
  if (options.recipe.isDynamic())
    return {};
  CalibratorOptions how{options.recipe.calibrator,
                        options.recipe.calibrationSettings(),
                        {},
                        {},
                        options.recipe.attentionForm()};
  how.profile = options.recipe.profile;
  auto measured =
      measureRanges(source(), options.device, options.compile, std::move(how), options.samples);
  if (!measured)
    return measured.status();
  calibration = std::move(*measured);
  calibration.statistics.clear();
  warnOfSamples(source(), options.samples.data, calibration);
  return {};
}

Expected<Loaded> integersOf(const Loaded &source, const std::string &name, const Recipe &recipe,
                            const Calibration *ranges, llvm::ArrayRef<std::string> floatLayers,
                            Warnings warnings) {
  return rewritten(source, name, ranges,
                   insertQuantPasses(insertQuantOptions(recipe, floatLayers, source.layers)) +
                       narrowingPasses(recipe),
                   warnings);
}

Expected<Loaded> Quantizer::quantized(llvm::ArrayRef<std::string> floatLayers,
                                      Warnings warnings) const {
  return integersOf(source(), options.output, options.recipe,
                    options.recipe.isDynamic() ? nullptr : &calibration, floatLayers, warnings);
}

Expected<Loaded> Quantizer::quantizedBy(const Recipe &recipe) const {
  return integersOf(source(), options.output, recipe, recipe.isDynamic() ? nullptr : &calibration,
                    {}, Warnings::Kept);
}

std::string Quantizer::fileOf(llvm::StringRef what) const {
  return besideFile(options.output, what);
}

std::vector<std::string> Quantizer::stepFiles() const {
  return {fileOf("float.mlirbc"), fileOf("evened.mlirbc"), fileOf("repaired.mlirbc"),
          fileOf("json")};
}

std::string Quantizer::loadCommand() const {
  ShellCommand command("qopt");
  command.word(options.model);
  addLoad(command, options.load);
  addShapes(command, bound);
  addPreprocess(command, options.load.preprocess);
  for (llvm::StringRef pass : preparingPasses)
    command.word("--" + pass.str());
  return command.word("-o").word(fileOf("float.mlirbc")).text();
}

std::string Quantizer::evenCommand() const {
  ShellCommand command("qrun repair");
  command.word(fileOf("float.mlirbc"));
  addSamples(command, options.samples);
  addRepairs(command, evening());
  addRun(command, options.device, options.compile);
  return command.word("-o").word(fileOf("evened.mlirbc")).text();
}

std::string Quantizer::repairCommand() const {
  ShellCommand command("qrun repair");
  command.word(floatFile());
  addSamples(command, options.samples);
  addRepairs(command, namedFor(*floats().module, floats().layers, repairerOptions(options.recipe),
                               options.unrepaired));
  addRun(command, options.device, options.compile);
  return command.word("-o").word(fileOf("repaired.mlirbc")).text();
}

std::string Quantizer::calibrateCommand() const {
  const Recipe &recipe = options.recipe;
  ShellCommand command("qrun calibrate");
  command.word(sourceFile());
  addSamples(command, options.samples);
  addCalibration(command, recipe.calibrator, recipe.calibrationSettings(), recipe.attentionForm());
  if (findCalibrationMethod(recipe.calibrator)->needsHistogram)
    command.option("profile", recipe.profile);
  addRun(command, options.device, options.compile);
  return command.word("-o").word(fileOf("json")).text();
}

std::string Quantizer::quantizeCommand(llvm::ArrayRef<std::string> floatLayers) const {
  ShellCommand command("qopt");
  command.word(sourceFile());
  const std::string table =
      options.recipe.isDynamic() ? "" : "calibration=" + passWord(fileOf("json")) + " ";
  command.option("insert-quant",
                 table + insertQuantOptions(options.recipe, floatLayers, source().layers));
  for (llvm::StringRef pass : cleaningPasses)
    command.word("--" + pass.str());
  if (options.recipe.narrowsFloats())
    command.option("assign-precision", "type=" + options.recipe.floats)
        .word("--cancel-conversions");
  return command.word("-o").word(options.output).text();
}

std::string Quantizer::evalCommand(const EvaluationOptions &test) const {
  ShellCommand command("qrun eval");
  command.word(options.output).option("against", fileOf("float.mlirbc"));
  addSamples(command, test);
  addJudging(command, test);
  addRun(command, options.device, options.compile);
  return command.text();
}

} // namespace qopt::run
