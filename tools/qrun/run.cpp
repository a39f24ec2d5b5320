// qrun run: a model once, on arrays from files.
#include "tools/libqopt/flows/numbers/finite_values.h"
#include "tools/qrun/feed/inputs.h"
#include "tools/qrun/subcommands.h"
#include "tools/qrun/terminal/terminal.h"

#include "ir/values/near_names.h"
#include "tools/io/arrays/npz.h"
#include "tools/io/file.h"
#include "tools/io/image/picture.h"
#include "tools/libqopt/flows/numbers/statistics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct RunOptions {
  LoadOptions load;
  CompileChoices choices;
  std::string model, device = "host";
  std::optional<std::string> tuning;
  std::vector<std::string> inputs, outputs;
  ArrayReading reading;
};

/// Where an output goes: a file of one array (.npy), or a place in one of several (.npz).
struct Destination {
  std::string file, key;
  std::string real; // one for all spellings of the file
  size_t output;

  bool isArchive() const { return llvm::StringRef(file).ends_with(".npz"); }
  bool isTakenBy(const Destination &other) const {
    return real == other.real && (!isArchive() || key == other.key);
  }
};

/// [NAME=]y.npy, y.npz or y.npz:KEY, without an empty name.
bool isOutputFile(llvm::StringRef argument) {
  bool file =
      argument.ends_with(".npy") || argument.ends_with(".npz") || argument.contains(".npz:");
  return file && !argument.starts_with("=") && !argument.ends_with(".npz:");
}

/// The outputs that the user knows: how long others are is what they are cut to.
std::vector<size_t> ownOutputs(llvm::ArrayRef<Port> ports) {
  std::vector<size_t> counts, own;
  for (const Port &port : ports)
    if (port.length)
      counts.push_back(port.length->count);
  for (size_t i = 0; i < ports.size(); ++i)
    if (!llvm::is_contained(counts, i))
      own.push_back(i);
  return own;
}

/// The outputs that go to `path`: the one of that name, or all.
Expected<std::vector<size_t>> outputsFor(const std::string &argument, llvm::StringRef name,
                                         llvm::StringRef path, llvm::ArrayRef<Port> ports) {
  std::vector<std::string> names = namesOf(ports);
  std::vector<size_t> own = ownOutputs(ports);
  if (name.empty() && own.size() != 1 && !path.ends_with(".npz"))
    return invalidArgument("--output=" + argument + ": the model has " +
                           std::to_string(own.size()) +
                           " outputs; write --output=NAME=" + argument + " with one of " +
                           llvm::join(names, ", ") + ", or all into a .npz");
  if (name.empty())
    return own;
  auto named = llvm::find(names, name);
  if (named == names.end())
    return invalidArgument("--output=" + argument + ": the model has no output '" + name.str() +
                           "'; it has: " + llvm::join(names, ", ") + didYouMean(name, names));
  return std::vector<size_t>{size_t(named - names.begin())};
}

/// Without links, "." and "..", whether the file exists or not.
std::string realName(llvm::StringRef file) {
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(file, real))
    return real.str().str();
  llvm::StringRef folder = llvm::sys::path::parent_path(file);
  if (llvm::sys::fs::real_path(folder.empty() ? "." : folder, real))
    return file.str(); // there is no such folder: io::checkWritable says so
  llvm::sys::path::append(real, llvm::sys::path::filename(file));
  return real.str().str();
}

/// --output=[name=]file: y.npy, y.npz or y.npz:key.
Status place(const std::string &argument, llvm::ArrayRef<Port> ports,
             std::vector<Destination> &places) {
  auto [name, path] = splitNamed(argument, ports);
  auto outputs = outputsFor(argument, name, path, ports);
  if (!outputs)
    return outputs.status();
  auto [file, key] = io::splitArrayKey(path);
  for (size_t i : *outputs) {
    Destination next{file.str(), key.empty() ? ports[i].name : key.str(), realName(file), i};
    if (llvm::any_of(places, [&](const Destination &p) { return p.isTakenBy(next); }))
      return invalidArgument("--output=" + argument + ": that place is given twice");
    places.push_back(std::move(next));
  }
  return {};
}

/// The files that arguments [name=]file[:key] name.
std::vector<std::string> filesOf(const std::vector<std::string> &arguments,
                                 llvm::ArrayRef<Port> ports) {
  std::vector<std::string> files;
  for (const std::string &argument : arguments)
    files.push_back(io::splitArrayKey(splitNamed(argument, ports).second).first.str());
  return files;
}

/// Before the run: every output has a place, none twice, and none replaces what is read.
Expected<std::vector<Destination>> placeOutputs(const RunOptions &options,
                                                const CompiledModel &model) {
  std::vector<std::string> sources = filesOf(options.inputs, model.inputs());
  sources.insert(sources.end(), {options.model, options.load.weights, options.tuning.value_or("")});
  std::vector<Destination> places;
  for (const std::string &argument : options.outputs)
    if (Status status = place(argument, model.outputs(), places); !status.ok())
      return status;
  Status status = io::checkWritable(filesOf(options.outputs, model.outputs()), sources);
  return status.ok() ? Expected(std::move(places)) : status;
}

Status writeFiles(llvm::ArrayRef<Destination> places, const std::vector<Tensor> &values) {
  std::map<std::string, std::pair<std::string, io::NamedArrays>> archives; // by real name
  for (const Destination &place : places)
    if (place.isArchive()) {
      auto &[path, arrays] = archives[place.real];
      path = place.file;
      arrays.emplace_back(place.key, values[place.output]);
    } else if (Status status = io::writeNpy(place.file, values[place.output]); !status.ok())
      return status;
  for (const auto &[real, archive] : archives)
    if (Status status = io::writeNpz(archive.first, archive.second); !status.ok())
      return status;
  return {};
}

/// Without --output: what came out, in a line each.
Status summarize(const CompiledModel &model, const std::vector<Tensor> &values) {
  return io::writeStdout([&](llvm::raw_ostream &stream) {
    for (auto [port, value] : llvm::zip_equal(model.outputs(), values)) {
      stream << port.name << ": " << elementTypeName(value.type()) << " "
             << shapeToString(value.shape());
      if (value.size() == 0) {
        stream << ", empty\n";
        continue;
      }
      stream << ", largest at";
      std::vector<int64_t> largest = argmaxRows(value);
      for (int64_t index : llvm::ArrayRef(largest).take_front(16))
        stream << " " << index;
      stream << (value.shape().empty() || value.shape()[0] <= 16 ? "\n" : " …\n");
    }
  });
}

int run(const RunOptions &options) {
  for (const std::string &argument : options.outputs)
    if (!isOutputFile(argument))
      usageError("--output=" + argument + ": expected [NAME=]y.npy, y.npz or y.npz:KEY");
  auto how = compileOptions(options.choices, options.tuning, options.model, options.device);
  if (!how)
    return report(how.status());
  auto subject = openSubjectFor(ArrayFiles(options.inputs), options.model, options.device,
                                options.load, {}, *how);
  if (!subject)
    return report(subject.status());
  CompiledModel &model = *subject->model;
  auto places = placeOutputs(options, model);
  if (!places)
    return report(places.status());
  auto inputs = readInputs(model.inputs(), options.inputs, options.reading, &*subject);
  if (!inputs)
    return report(inputs.status());
  auto values = model.run(*inputs);
  if (!values)
    return report(values.status());
  *values = cutToLengths(model.outputs(), std::move(*values));
  for (auto [port, value] : llvm::zip_equal(model.outputs(), *values))
    if (std::string places = placesOfNan(value); !places.empty())
      terminal()->warn(options.model + ": output '" + port.name + "' is NaN" + places);
  return report(places->empty() ? summarize(model, *values) : writeFiles(*places, *values));
}

} // namespace

void addRun(CLI::App &app, int &code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App *command = app.add_subcommand("run", "Run a model once on arrays from files");
  command->add_option("model", options->model, runnableFiles())->required();
  command->add_option("--device", options->device, "Where to run");
  command
      ->add_option(
          "--input", options->inputs,
          "[NAME=]x.npy, x.npz:KEY, a picture (JPEG, PNG), or x.npz, whose arrays go to the "
          "inputs of their names")
      ->check([](const std::string &text) {
        return io::isPictureFile(text) ? std::string() : io::whyNoArray(text);
      })
      ->allow_extra_args(false); // else it would take the model after it
  command
      ->add_option("--output", options->outputs,
                   "[NAME=]y.npy, y.npz or y.npz:KEY; without it, a summary")
      ->allow_extra_args(false);
  addLoadOptions(*command, options->load);
  addBinariesOption(*command, options->load);
  addTuningOption(*command, options->tuning);
  command->add_flag("--preprocessed", options->reading.preprocessed,
                    "f32 arrays are what the model takes, not raw samples");
  addNanOption(*command, options->reading.allowsNan);
  addCompileChoices(*command, options->choices);
  command->callback([options, &code] { code = run(*options); });
}

} // namespace qopt::run
