#include "tools/libqopt/flows/commands/words.h"

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

void addSamples(ShellCommand &command, const SampleOptions &samples, int64_t usualBatch) {
  const SampleSelection &selection = samples.selection;
  command.option("data", samples.data);
  if (selection.every > 1)
    command.option(selection.others ? "but-every" : "every", std::to_string(selection.every));
  if (selection.most != SampleSelection().most)
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

std::string benchCommand(llvm::ArrayRef<std::string> models, const std::string &device) {
  ShellCommand command("qrun bench");
  for (const std::string &model : models)
    command.word(model);
  addDevice(command, device);
  return command.text();
}

std::string besideFile(const std::string &model, llvm::StringRef ending) {
  llvm::SmallString<128> path(model);
  llvm::sys::path::replace_extension(path, "");
  return (path + "." + ending).str();
}

} // namespace qopt::run
