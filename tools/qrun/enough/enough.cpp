// qrun enough tells whether samples are enough to calibrate by.
#include "tools/io/report/table.h"
#include "tools/libqopt/flows/enough/enough_flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/sample_files.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct EnoughCommand : EnoughSettings {
  LoadOptions load;
  CompileChoices choices;
  std::string model;
  int64_t top = 10;
  JsonOutput json;
};

void print(const EnoughCommand &command, const EnoughResult &result, llvm::raw_ostream &stream) {
  io::Table table({"value", "min", "max", "outside %", "moves %", "far outside %", "needs"});
  for (const RangeEstimate &range : llvm::ArrayRef(result.ranges).take_front(size_t(command.top)))
    table.add({range.key, io::shortest(range.min, 4), io::shortest(range.max, 4),
               io::fixed(100 * range.outside, 2), io::fixed(100 * range.moves, 1),
               io::fixed(100 * range.beyond, 2), std::to_string(range.needed)});
  table.print(stream);
  stream << result.samples << " samples" << (result.isEnough() ? " are enough: " : " are too few: ")
         << result.needed << " leave no more than " << io::shortest(100 * command.chance, 3)
         << " % of others beyond any range by more than " << io::shortest(100 * command.distance, 3)
         << " % of its width\n";
}

/// {"version", "model", "device", "samples", "needed", "enough", "distance", "chance", "results":
/// [{"value", "min", "max", "outside", "moves", "beyond", "needed"}]}
void writeJson(const EnoughCommand &command, const EnoughResult &result,
               llvm::json::OStream &json) {
  writeText(json, "model", command.model);
  json.attribute("device", command.device);
  json.attribute("samples", result.samples);
  json.attribute("needed", result.needed);
  json.attribute("enough", result.isEnough());
  writeNumber(json, "distance", command.distance);
  writeNumber(json, "chance", command.chance);
  json.attributeArray("results", [&] {
    for (const RangeEstimate &range : result.ranges)
      json.object([&] {
        writeText(json, "value", range.key);
        writeNumber(json, "min", range.min);
        writeNumber(json, "max", range.max);
        writeNumber(json, "outside", range.outside);
        writeNumber(json, "moves", range.moves);
        writeNumber(json, "beyond", range.beyond);
        json.attribute("needed", range.needed);
      });
  });
}

int enough(const EnoughCommand &command) {
  if (int code = checkJson(command.json, {command.model, command.data}); code != Success)
    return code;
  auto model = loadFor(SampleFiles(command.data), command.model, command.load);
  if (!model)
    return report(model.status());
  EnoughSettings settings = command;
  settings.compile = compileOptions(command.choices);
  auto result = measureEnough(std::move(*model), settings);
  if (!result)
    return report(result.status());
  return report(tell(
      command.json, [&](auto &stream) { print(command, *result, stream); },
      [&](auto &json) { writeJson(command, *result, json); }));
}

} // namespace

void addEnough(CLI::App &app, int &code) {
  auto command = std::make_shared<EnoughCommand>();
  CLI::App *own =
      app.add_subcommand("enough", "Tell if samples are enough to calibrate by, and how many are");
  own->add_option("model", command->model, alternatives(formatExtensions()))->required();
  addSampleOptions(*own, *command)->required();
  own->add_option("--distance", command->distance,
                  "The distance beyond a range at which a sample may lie, in widths of the range")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  own->add_option("--chance", command->chance, "The share of samples that may lie farther, 0 to 1")
      ->check(CLI::Range(1e-9, 1.0))
      ->capture_default_str();
  own->add_option("--top", command->top, "The number of values to print")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 30))
      ->capture_default_str();
  own->add_option("--device", command->device, "The device to run on");
  addLoadOptions(*own, command->load);
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = enough(*command); });
}

} // namespace qopt::run
