// qrun devices: what there is to run on.
#include "runtime/core/driver.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/terminal/terminal.h"

#include "tools/io/exit_code.h"
#include "tools/io/report/table.h"

#include <CLI/App.hpp>

#include <map>

namespace qopt::run {
namespace {

struct DeviceLine {
  std::string specification; // what --device takes
  qrt::DeviceDescription description;
};

const DeviceLine evaluator = [] {
  DeviceLine line{"reference", {}};
  line.description.name = "evaluator";
  line.description.version = "exact on every machine";
  return line;
}();

std::vector<DeviceLine> availableDevices() {
  std::vector<DeviceLine> lines;
  std::map<std::string, int> seen;
  for (const qrt::DeviceDescription &device : qrt::listDevices()) {
    std::string number = device.takesKernels ? ":" + std::to_string(seen[device.driver]++) : "";
    lines.push_back({device.driver + number, device});
  }
  return lines;
}

const DeviceLine *firstGpu(llvm::ArrayRef<DeviceLine> lines) {
  auto gpu = llvm::find_if(lines, [](auto &line) { return line.description.isGpu; });
  return gpu == lines.end() ? nullptr : &*gpu;
}

void print(llvm::ArrayRef<DeviceLine> lines, llvm::raw_ostream &stream) {
  io::Table table({"--device", "name", "version"});
  for (const DeviceLine &line : lines)
    table.add({line.specification, line.description.name, line.description.version});
  table.add({evaluator.specification, evaluator.description.name, evaluator.description.version});
  table.print(stream);
  for (const DeviceLine &line : lines)
    if (line.description.flushesDenormals)
      stream << "note: " << line.specification
             << " flushes denormals: its float results may differ from those of other devices\n";
}

/// {"version", "results": [{"device", "name", "device_version", "is_gpu", "flushes_denormals"}]}:
/// what there is, or the one to prefer.
void writeJson(llvm::ArrayRef<DeviceLine> lines, llvm::json::OStream &json) {
  json.attributeArray("results", [&] {
    for (const DeviceLine &line : lines)
      json.object([&] {
        json.attribute("device", line.specification);
        writeText(json, "name", line.description.name);
        writeText(json, "device_version", line.description.version);
        json.attribute("is_gpu", line.description.isGpu);
        json.attribute("flushes_denormals", line.description.flushesDenormals);
      });
  });
}

/// A driver that is there, and whose devices cannot be used.
void noteHidden(llvm::ArrayRef<DeviceLine> lines) {
  if (llvm::any_of(lines, [](auto &line) { return line.description.driver == "opencl"; }))
    return;
  if (auto opened = qrt::openDevice("opencl");
      !opened && opened.status().code() == qrt::StatusCode::Io)
    terminal()->note(opened.status().message());
}

struct DevicesOptions {
  bool best = false;
  JsonOutput json;
};

int printDevices(const DevicesOptions &options) {
  if (int code = checkJson(options.json, {}); code != Success)
    return code;
  std::vector<DeviceLine> lines = availableDevices();
  const DeviceLine *gpu = firstGpu(lines);
  const DeviceLine best = gpu ? *gpu : lines.front(); // the host
  noteHidden(lines);
  std::vector<DeviceLine> told = {best};
  if (!options.best) {
    told = lines;
    told.push_back(evaluator);
  }
  auto printLines = [&](llvm::raw_ostream &stream) {
    if (options.best)
      stream << best.specification << "\n";
    else
      print(lines, stream);
  };
  return report(tell(options.json, printLines, [&](auto &json) { writeJson(told, json); }));
}

} // namespace

void addDevices(CLI::App &app, int &code) {
  auto options = std::make_shared<DevicesOptions>();
  CLI::App *command = app.add_subcommand("devices", "What there is to run on");
  command->add_flag("--best", options->best, "Only the one to prefer: a GPU, or the host");
  addJsonOption(*command, options->json);
  command->callback([options, &code] { code = printDevices(*options); });
}

} // namespace qopt::run
