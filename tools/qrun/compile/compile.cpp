// qrun compile: a model's programs for devices, in one .qart file.
#include "runtime/numerics/types/batch.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/model.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/report/progress.h"
#include "tools/io/report/table.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

/// The facts about a program in the file that are told.
struct CompiledProgram {
  std::string text, device, deviceName; // of the entry; as --device has it
  std::vector<ArtifactPort> inputs;
  bool hasBinaries = false;
};

/// Sizes of the inputs of one program.
using Shapes = std::vector<LoadOptions::Shape>;

struct CompileCommand {
  LoadOptions load;
  CompileChoices choices;
  std::string model, output;
  std::optional<std::string> tuning;
  std::vector<std::string> devices;
  std::vector<Shapes> shapes;
  bool withBinaries = false;
  JsonOutput json;
};

/// Several models are in memory at once: weights lie in their contexts until they are written.
struct Compiled {
  std::vector<Loaded> models;
  std::vector<std::unique_ptr<Device>> devices;
  ArtifactWriter writer;
  std::vector<CompiledProgram> programs;
};

/// The inputs of one program, each once.
Expected<Shapes> shapesOfProgram(llvm::StringRef text) {
  LoadOptions options;
  Status status = io::addShape(options, text);
  return status.ok() ? Expected<Shapes>(std::move(options.shapes)) : status;
}

Status openDevices(const CompileCommand &command, Compiled &compiled) {
  for (const std::string &name : command.devices) {
    if (name == "reference")
      return invalidArgument("--device=reference: the evaluator runs models as they are");
    if (llvm::count(command.devices, name) > 1)
      return invalidArgument("--device=" + name + " is given twice");
    auto device = openDevice(name);
    if (!device)
      return device.status();
    compiled.devices.push_back(std::move(*device));
  }
  return {};
}

Status addEntry(const Loaded &model, const std::string &name, Device &device,
                const CompileOptions &how, bool withBinaries, Compiled &compiled) {
  auto entry = compileEntry(*model.module, allowing(device.description(), how.libraries),
                            how.tuning.get(), how.floatOrder);
  Status status = entry.status();
  if (status.ok() && withBinaries)
    status = addBinaries(*entry, device, how);
  if (!status.ok())
    return llvm::StringRef(status.message()).starts_with(model.path)
               ? status
               : Status(status.code(), model.path + ": error: " + status.message());
  compiled.programs.push_back({text(entry->entry), name, entry->entry.device.name,
                               entry->entry.inputs, !entry->entry.binaries.empty()});
  compiled.writer.add(std::move(entry->entry), std::move(entry->program));
  return {};
}

Status compileAll(const CompileCommand &command, Compiled &compiled) {
  const std::vector<Shapes> all = command.shapes.empty() ? std::vector<Shapes>(1) : command.shapes;
  const size_t total = all.size() * compiled.devices.size();
  io::Progress progress("compile " + command.model, int64_t(total), io::Progress::styleOfStderr(),
                        std::chrono::seconds(1));
  auto how = compileOptions(command.choices, command.tuning, command.model, command.devices);
  if (!how)
    return how.status();
  for (const Shapes &shapes : all) {
    LoadOptions load = command.load;
    load.shapes = shapes;
    auto model = loadFile(command.model, load);
    if (!model)
      return model.status();
    compiled.models.push_back(std::move(*model));
    for (auto [name, device] : llvm::zip_equal(command.devices, compiled.devices)) {
      if (Status status =
              addEntry(compiled.models.back(), name, *device, *how, command.withBinaries, compiled);
          !status.ok())
        return status;
      progress.update(int64_t(compiled.programs.size()));
    }
  }
  return {};
}

Status writeArtifact(const std::string &path, ArtifactWriter &writer) {
  const uint64_t total = writer.bytes();
  io::Progress progress("write " + path, int64_t(total), io::Progress::styleOfStderr(),
                        std::chrono::seconds(1));
  int64_t done = 0;
  return io::writeFile(path, [&](llvm::raw_ostream &stream) {
    writer.write([&](std::span<const std::byte> bytes) {
      stream.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
      progress.update(done += int64_t(bytes.size()));
    });
  });
}

void print(const CompileCommand &command, const Compiled &compiled, llvm::raw_ostream &stream) {
  stream << command.output << ": " << io::grouped(int64_t(compiled.writer.bytes())) << " bytes\n";
  for (const CompiledProgram &program : compiled.programs)
    stream << "  " << program.text << "\n";
}

/// {"version", "model", "output", "bytes", "results": [{"program", "device", "device_name",
/// "inputs": [{"name", "type", "shape"}], "has_binaries"}]}: a program each, its shapes as text, in
/// which sizes may be open.
void writeJson(const CompileCommand &command, const Compiled &compiled, llvm::json::OStream &json) {
  writeText(json, "model", command.model);
  writeText(json, "output", command.output);
  json.attribute("bytes", int64_t(compiled.writer.bytes()));
  auto writeInput = [&](const ArtifactPort &port) {
    writeText(json, "name", port.name);
    json.attribute("type", llvm::StringRef(elementTypeName(port.type)));
    json.attribute("shape", sizesToString(port.shape));
  };
  json.attributeArray("results", [&] {
    for (const CompiledProgram &program : compiled.programs)
      json.object([&] {
        writeText(json, "program", program.text);
        json.attribute("device", program.device);
        writeText(json, "device_name", program.deviceName);
        json.attributeArray("inputs", [&] {
          for (const ArtifactPort &port : program.inputs)
            json.object([&] { writeInput(port); });
        });
        json.attribute("has_binaries", program.hasBinaries);
      });
  });
}

int compile(const CompileCommand &command) {
  if (!io::isArtifact(command.output))
    usageError("--output=" + command.output + ": expected a name that ends in .qart");
  const std::vector<std::string> sources = {command.model, command.load.weights,
                                            command.tuning.value_or("")};
  if (Status status = io::checkWritable(command.output, sources); !status.ok())
    return report(status);
  if (int code = checkJson(command.json, sources, command.output); code != Success)
    return code;
  Compiled compiled;
  Status status = openDevices(command, compiled);
  if (status.ok())
    status = compileAll(command, compiled);
  if (status.ok())
    status = writeArtifact(command.output, compiled.writer);
  if (!status.ok())
    return report(status);
  return report(tell(
      command.json, [&](auto &stream) { print(command, compiled, stream); },
      [&](auto &json) { writeJson(command, compiled, json); }));
}

void addOptions(CLI::App &app, CompileCommand &command) {
  app.add_option("model", command.model, alternatives(formatExtensions()))->required();
  app.add_option("-o,--output", command.output, "The file of programs, .qart")->required();
  app.add_option("--device", command.devices, "A device to compile for; may be repeated")
      ->allow_extra_args(false); // else it would take the model after it
  app.add_option_function<std::vector<std::string>>(
         "--shape",
         [&command](const std::vector<std::string> &texts) {
           for (const std::string &text : texts) {
             auto shapes = shapesOfProgram(text);
             if (!shapes)
               throw CLI::ValidationError("error", shapes.status().message());
             command.shapes.push_back(std::move(*shapes));
           }
         },
         "Sizes of the inputs of a program, x:1x3x48x320,y:1x7 (? stays open); may be repeated: a "
         "program each")
      ->allow_extra_args(false);
  addSourceOptions(app, command.load);
  addTuningOption(app, command.tuning);
  app.add_flag(
      "--with-binaries", command.withBinaries,
      "Add kernels as these devices compile them; other devices, and later versions, ignore these");
  addJsonOption(app, command.json);
  addCompileChoices(app, command.choices);
}

} // namespace

void addCompile(CLI::App &app, int &code) {
  auto command = std::make_shared<CompileCommand>();
  CLI::App *own = app.add_subcommand("compile", "Programs for devices, in one .qart file");
  addOptions(*own, *command);
  own->callback([command, &code] {
    if (command->devices.empty())
      command->devices.push_back("host");
    code = compile(*command);
  });
}

} // namespace qopt::run
