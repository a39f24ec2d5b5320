// qrun devices: what there is to run on.
#include "tools/qrun/model.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/table.h"

#include <CLI/App.hpp>

#include <map>

namespace qopt::run {
namespace {

struct DeviceLine {
  std::string specification; // what --device takes
  qrt::DeviceDescription description;
};

std::vector<DeviceLine> availableDevices() {
  std::vector<DeviceLine> lines;
  std::map<std::string, int> seen;
  for (const qrt::DeviceDescription &device : qrt::listDevices()) {
    std::string number = device.takesKernels ? ":" + std::to_string(seen[device.driver]++) : "";
    lines.push_back({device.driver + number, device});
  }
  return lines;
}

int printDevices(bool best) {
  std::vector<DeviceLine> lines = availableDevices();
  return report(io::writeStdout([&](llvm::raw_ostream &stream) {
    if (best) {
      auto gpu = llvm::find_if(lines, [](auto &line) { return line.description.isGpu; });
      stream << (gpu == lines.end() ? "host" : gpu->specification) << "\n";
      return;
    }
    io::Table table({"--device", "name", "version"});
    for (const DeviceLine &line : lines)
      table.add({line.specification, line.description.name, line.description.version});
    table.add({"reference", "evaluator", "exact on every machine"});
    table.print(stream);
    for (const DeviceLine &line : lines)
      if (line.description.flushesDenormals)
        stream << "note: " << line.specification
               << " flushes denormals: its float results may differ from those of other devices\n";
  }));
}

} // namespace

void addDevices(CLI::App &app, int &code) {
  auto best = std::make_shared<bool>(false);
  CLI::App *command = app.add_subcommand("devices", "What there is to run on");
  command->add_flag("--best", *best, "Only the one to prefer: a GPU, or the host");
  command->callback([best, &code] { code = printDevices(*best); });
}

} // namespace qopt::run
