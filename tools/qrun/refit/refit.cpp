// qrun refit: a .qart file's programs with other weights, in another file.
#include "tools/libqopt/refit.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/report/progress.h"
#include "tools/io/report/table.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/model.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct RefitCommand {
  LoadOptions load;
  std::string artifact, model, output;
  JsonOutput json;
};

/// What is told of a program.
struct RefittedProgram {
  std::string text; // of the entry
  int64_t kernels = 0, changedKernels = 0, droppedBinaries = 0;
};

/// Models are in memory until their weights are written.
struct Refitted {
  std::vector<Loaded> models;
  ArtifactWriter writer;
  std::vector<RefittedProgram> programs;
};

std::string kernelsText(const RefittedProgram &entry) {
  if (entry.changedKernels == 0)
    return "";
  std::string said = "; " + std::to_string(entry.changedKernels) + " of " +
                     std::to_string(entry.kernels) + " kernels have other numbers in their texts";
  if (entry.droppedBinaries)
    said += ", " + std::to_string(entry.droppedBinaries) + " compiled ones are left out";
  return said;
}

Status refitEntry(const RefitCommand &command, const Artifact &artifact, size_t index,
                  Refitted &refitted) {
  LoadOptions load = command.load;
  load.shapes = shapesOf(artifact.entries()[index]);
  auto model = loadFile(command.model, load);
  if (!model)
    return model.status();
  refitted.models.push_back(std::move(*model));
  auto entry = qopt::refit(artifact, index, *refitted.models.back().module);
  if (!entry)
    return entry.status();
  refitted.programs.push_back({text(entry->compiled.entry), int64_t(entry->kernels),
                               int64_t(entry->changedKernels), int64_t(entry->droppedBinaries)});
  refitted.writer.add(std::move(entry->compiled.entry), std::move(entry->compiled.program));
  return {};
}

Status refitAll(const RefitCommand &command, Refitted &refitted) {
  auto artifact = Artifact::open(command.artifact);
  if (!artifact)
    return artifact.status();
  const size_t count = artifact->entries().size();
  io::Progress progress("refit " + command.artifact, int64_t(count), io::Progress::styleOfStderr(),
                        std::chrono::seconds(1));
  for (size_t i = 0; i < count; ++i) {
    if (Status status = refitEntry(command, *artifact, i, refitted); !status.ok())
      return status;
    progress.update(int64_t(i + 1));
  }
  return io::writeFile(command.output, [&](llvm::raw_ostream &stream) {
    refitted.writer.write([&](std::span<const std::byte> bytes) {
      stream.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    });
  });
}

void print(const RefitCommand &command, const Refitted &refitted, llvm::raw_ostream &stream) {
  stream << command.output << ": " << io::grouped(int64_t(refitted.writer.bytes())) << " bytes\n";
  for (const RefittedProgram &program : refitted.programs)
    stream << "  " << program.text << kernelsText(program) << "\n";
}

/// {"version", "artifact", "model", "output", "bytes", "results": [{"program", "kernels",
/// "changed_kernels", "dropped_binaries"}]}: a program each.
void writeJson(const RefitCommand &command, const Refitted &refitted, llvm::json::OStream &json) {
  writeText(json, "artifact", command.artifact);
  writeText(json, "model", command.model);
  writeText(json, "output", command.output);
  json.attribute("bytes", int64_t(refitted.writer.bytes()));
  json.attributeArray("results", [&] {
    for (const RefittedProgram &program : refitted.programs)
      json.object([&] {
        writeText(json, "program", program.text);
        json.attribute("kernels", program.kernels);
        json.attribute("changed_kernels", program.changedKernels);
        json.attribute("dropped_binaries", program.droppedBinaries);
      });
  });
}

int refitFile(const RefitCommand &command) {
  for (const auto &[name, file] :
       {std::pair("qart", &command.artifact), std::pair("--output", &command.output)})
    if (!io::isArtifact(*file))
      usageError(std::string(name) + "=" + *file + ": expected a name that ends in .qart");
  const std::vector<std::string> sources = {command.artifact, command.model, command.load.weights};
  if (Status status = io::checkWritable(command.output, sources); !status.ok())
    return report(status);
  if (int code = checkJson(command.json, sources, command.output); code != Success)
    return code;
  Refitted refitted;
  if (Status status = refitAll(command, refitted); !status.ok())
    return report(status);
  return report(tell(
      command.json, [&](auto &stream) { print(command, refitted, stream); },
      [&](auto &json) { writeJson(command, refitted, json); }));
}

} // namespace

void addRefit(CLI::App &app, int &code) {
  auto command = std::make_shared<RefitCommand>();
  CLI::App *own =
      app.add_subcommand("refit", "A .qart file's programs with other weights of the same network");
  own->add_option("qart", command->artifact, "The file whose programs get other weights, .qart")
      ->required();
  own->add_option("model", command->model,
                  "The network with these weights, " + alternatives(formatExtensions()))
      ->required();
  own->add_option("-o,--output", command->output, "The file of the programs, .qart")->required();
  addSourceOptions(*own, command->load);
  addJsonOption(*own, command->json);
  own->callback([command, &code] { code = refitFile(*command); });
}

} // namespace qopt::run
