// qrun gate tells whether a new network or build may take an old one's place.
#include "tools/libqopt/flows/gate/gate_flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/gate/junit.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/report/table.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct GateCommand : GateSettings {
  LoadOptions load;
  CompileChoices choices;
  std::string before, after, device = "host", newDevice, junit;
  JsonOutput json;
};

Expected<Subject> openSide(const GateCommand &command, const std::string &path,
                           const std::string &device) {
  return openSubjectFor(SampleFiles(command.data), path, device,
                        io::optionsFor(command.load, path, {command.before, command.after}), {},
                        compileOptions(command.choices));
}

Expected<GateResult> gateModels(const GateCommand &command) {
  auto before = openSide(command, command.before, command.device);
  if (!before)
    return before.status();
  auto after = openSide(command, command.after,
                        command.newDevice.empty() ? command.device : command.newDevice);
  if (!after)
    return after.status();
  return gateSubjects(*before, *after, command);
}

void print(const GateResult &result, llvm::raw_ostream &stream) {
  io::Table table({"check", "output", "verdict", "found"});
  for (const GateCheck &check : result.checks)
    table.add(
        {std::string(checkName(check.kind)), check.output,
         std::string(check.passes ? "passes" : "fails") + (check.isSure ? "" : ", not surely"),
         check.text});
  table.print(stream);
  stream << (result.passes() ? "passes" : "fails") << " after " << result.samples << " samples\n";
}

/// {"version", "old", "new", "samples", "same_bits", "passes", "results": [{"check", "output",
/// "passes", "sure", "found"}]}
void writeJson(const GateCommand &command, const GateResult &result, llvm::json::OStream &json) {
  writeText(json, "old", command.before);
  writeText(json, "new", command.after);
  json.attribute("samples", result.samples);
  json.attribute("same_bits", result.sameBits);
  json.attribute("passes", result.passes());
  json.attributeArray("results", [&] {
    for (const GateCheck &check : result.checks)
      json.object([&] {
        writeText(json, "check", checkName(check.kind));
        writeTextOrNull(json, "output", check.output);
        json.attribute("passes", check.passes);
        json.attribute("sure", check.isSure);
        writeText(json, "found", check.text);
      });
  });
}

int gate(const GateCommand &command) {
  const std::vector<std::string> sources = {command.before, command.after, command.data};
  if (!command.junit.empty())
    if (Status status = io::checkWritable(command.junit, sources); !status.ok())
      return report(status);
  if (int code = checkJson(command.json, sources, command.junit); code != Success)
    return code;
  auto result = gateModels(command);
  if (!result)
    return report(result.status());
  Status status = tell(
      command.json, [&](auto &stream) { print(*result, stream); },
      [&](auto &json) { writeJson(command, *result, json); });
  if (status.ok() && !command.junit.empty())
    status = io::writeFile(command.junit, [&](llvm::raw_ostream &stream) {
      writeJunit(*result, command.before + " and " + command.after, stream);
    });
  if (!status.ok())
    return report(status);
  if (result->passes())
    return Success;
  return result->isSlowOnly() ? LatencyGate : AccuracyGate;
}

void addBounds(CLI::App &app, GateCommand &command) {
  app.add_flag("--exact", command.exact, "Outputs must have the same bits");
  app.add_option("--max-flips", command.maxFlips,
                 "The most samples, in percent, whose class may change")
      ->check(CLI::Range(0.0, 99.9))
      ->capture_default_str();
  app.add_option("--min-sqnr", command.minSqnr, "The least SQNR of each output, in dB")
      ->capture_default_str();
  app.add_option(
         "--max-slowdown", command.maxSlowdown,
         "The new one's time over the old one's, as 1.05; by default times are not compared")
      ->check(CLI::PositiveNumber);
}

} // namespace

void addGate(CLI::App &app, int &code) {
  auto command = std::make_shared<GateCommand>();
  CLI::App *own = app.add_subcommand(
      "gate", "Check that a new network may take an old one's place: bits, flips, SQNR, time");
  own->add_option("old", command->before, runnableFiles())->required();
  own->add_option("new", command->after, "The network that is to take its place")->required();
  addSampleOptions(*own, *command)->required();
  addBounds(*own, *command);
  own->add_option("--device", command->device, "The device to run on");
  own->add_option("--new-device", command->newDevice,
                  "The new network's device; by default the old one's");
  own->add_option("--junit", command->junit, "Write the checks to this file, as JUnit's XML");
  addLoadOptions(*own, command->load);
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = gate(*command); });
}

} // namespace qopt::run
