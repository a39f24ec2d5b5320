#include "tools/libqopt/flows/commands/words.h"

#include "tools/libqopt/flows/feed/sample_numbers.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/load/shape_text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace qopt::run {

static std::string listOf(const std::vector<double> &numbers) {
  return llvm::join(llvm::map_range(numbers, [](double number) { return io::roundTrip(number); }),
                    ",");
}

void addShapes(ShellCommand &command, llvm::ArrayRef<LoadOptions::Shape> shapes) {
  for (const LoadOptions::Shape &shape : shapes)
    command.option("shape", textOf(shape));
}

void addLoad(ShellCommand &command, const LoadOptions &load) {
  command.option("weights", load.weights).option("phase", load.phase);
  command.option("stage", llvm::join(load.stages, ","));
  addShapes(command, load.shapes);
  for (const LoadOptions::Values &values : load.values)
    command.option("bind", values.input + "=" + listOf(values.values));
}

void addPreprocess(ShellCommand &command, const nn::PreprocessOverrides &given) {
  for (const auto &[name, value] : given.settings())
    command.option(name, value);
}

// A terminal takes lines of 4095 bytes.
std::string chosenWord(const std::vector<int64_t> &numbers) {
  std::string text = sampleNumbersText(numbers);
  return text.size() < 3000 ? text : "@chosen.txt";
}

void addSamples(ShellCommand &command, const SampleOptions &samples, int64_t usualBatch) {
  const SampleSelection &selection = samples.selection;
  command.option("data", samples.data);
  if (selection.chosen)
    command.option("chosen", chosenWord(*selection.chosen));
  else if (selection.every > 1)
    command.option(selection.others ? "but-every" : "every", std::to_string(selection.every));
  if (!selection.chosen && selection.most != SampleSelection().most)
    command.option("first", std::to_string(selection.most));
  if (samples.batch != usualBatch)
    command.option("batch", std::to_string(samples.batch));
  if (samples.preprocessed)
    command.word("--preprocessed");
}

void addDevice(ShellCommand &command, const std::string &device) {
  if (device != "host")
    command.option("device", device);
}

void addCompile(ShellCommand &command, qrt::FloatOrder order,
                const std::vector<std::string> &libraries) {
  if (order != qrt::FloatOrder::Fast)
    command.option("float-order", qrt::floatOrderName(order));
  command.option("libraries", llvm::join(libraries, ","));
}

void addRun(ShellCommand &command, const std::string &device, const CompileOptions &compile) {
  addDevice(command, device);
  addCompile(command, compile.floatOrder, compile.libraries);
}

void addCalibration(ShellCommand &command, const std::string &method,
                    const CalibrationSettings &settings, AttentionForm attention) {
  const CalibrationMethod &reader = *findCalibrationMethod(method);
  const CalibrationSettings usual;
  command.option("calibrator", method).option("scheme", nn::schemeName(settings.scheme));
  if (settings.bits != usual.bits)
    command.option("bits", std::to_string(settings.bits));
  if (reader.readsPercentile && settings.percentile != usual.percentile)
    command.option("percentile", io::roundTrip(settings.percentile));
  if (reader.readsClipWeight && settings.clipWeight != usual.clipWeight)
    command.option("clip-weight", io::roundTrip(settings.clipWeight));
  if (reader.readsZeros && settings.skipsZeros)
    command.word("--skip-zeros");
  if (attention == AttentionForm::Integer)
    command.option("attention", "integer");
}

void addRepairs(ShellCommand &command, const RepairerOptions &repairs) {
  const RepairerOptions usual;
  if (repairs.equalizes)
    command.word("--equalize");
  if (repairs.evensChannels)
    command.word("--even-channels");
  if (repairs.smoothing)
    command.option("smooth", io::roundTrip(*repairs.smoothing));
  if (repairs.rounds)
    command.word("--round");
  if (repairs.correctsBias)
    command.word("--correct-bias");
  if (repairs.sequential)
    command.word("--sequential");
  if (repairs.bits != usual.bits)
    command.option("bits", std::to_string(repairs.bits));
  if (repairs.group != usual.group)
    command.option("group", std::to_string(repairs.group));
  command.option("bits8", llvm::join(repairs.bits8, ","));
  command.option("layers", llvm::join(repairs.only, ","));
  command.option("except", llvm::join(repairs.except, ","));
  if (repairs.samples != usual.samples)
    command.option("samples", std::to_string(repairs.samples));
}

void addJudging(ShellCommand &command, const EvaluationOptions &test) {
  command.option("labels", test.labels);
  if (test.labelOffset)
    command.option("label-offset", std::to_string(test.labelOffset));
  for (const std::string &name : test.outputs)
    command.option("output-name", name);
  if (test.judge)
    command.option("judge", std::string(outputKindName(*test.judge)));
}

void addBounds(ShellCommand &command, const Gates &gates) {
  if (gates.maxDrop)
    command.option("max-drop", io::roundTrip(*gates.maxDrop));
  if (gates.maxFlips)
    command.option("max-flips", std::to_string(*gates.maxFlips));
  if (gates.minSqnr)
    command.option("min-sqnr", io::roundTrip(*gates.minSqnr));
  if (gates.minCosine)
    command.option("min-cosine", io::roundTrip(*gates.minCosine));
}

std::string benchCommand(llvm::ArrayRef<std::string> models, const std::string &device,
                         const CompileOptions &compile) {
  ShellCommand command("qrun bench");
  for (const std::string &model : models)
    command.word(model);
  addRun(command, device, compile);
  return command.text();
}

std::string besideFile(const std::string &model, llvm::StringRef ending) {
  llvm::SmallString<128> path(model);
  llvm::sys::path::replace_extension(path, "");
  return (path + "." + ending).str();
}

std::string hereFile(const std::string &model, llvm::StringRef ending) {
  return besideFile(llvm::sys::path::filename(model).str(), ending);
}

} // namespace qopt::run
