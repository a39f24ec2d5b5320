// qrun run: a model once, on arrays from files.
#include "tools/qrun/inputs.h"
#include "tools/qrun/subcommands.h"

#include "ir/values/near_names.h"
#include "tools/io/file.h"
#include "tools/io/npz.h"
#include "tools/qrun/statistics.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct RunOptions {
  LoadOptions load;
  std::string model, device = "host";
  std::vector<std::string> inputs, outputs;
  bool preprocessed = false;
};

/// Files to write: each holds one array (.npy) or several (.npz).
struct OutputFiles {
  std::map<std::string, Tensor> single;
  std::map<std::string, io::NamedArrays> archives;
};

/// [NAME=]y.npy, y.npz or y.npz:KEY, without an empty name.
bool isOutputFile(llvm::StringRef argument) {
  bool file =
      argument.ends_with(".npy") || argument.ends_with(".npz") || argument.contains(".npz:");
  return file && !argument.starts_with("=") && !argument.ends_with(".npz:");
}

/// One array into one of the files; false where its place is taken.
bool placeOne(const std::string &path, const std::string &key, const Tensor &value,
              OutputFiles &files) {
  if (!llvm::StringRef(path).ends_with(".npz"))
    return files.single.emplace(path, value).second;
  io::NamedArrays &arrays = files.archives[path];
  if (llvm::any_of(arrays, [&](auto &array) { return array.first == key; }))
    return false;
  arrays.emplace_back(key, value);
  return true;
}

/// y.npz:key; without a key "".
std::pair<llvm::StringRef, llvm::StringRef> splitKey(llvm::StringRef path) {
  size_t colon = path.rfind(".npz:");
  if (colon == llvm::StringRef::npos)
    return {path, ""};
  return {path.take_front(colon + 4), path.substr(colon + 5)};
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
                           std::to_string(own.size()) + " outputs; write NAME=" + argument +
                           " with one of " + llvm::join(names, ", "));
  if (name.empty())
    return own;
  auto named = llvm::find(names, name);
  if (named == names.end())
    return invalidArgument("--output=" + argument + ": the model has no output '" + name.str() +
                           "'; it has: " + llvm::join(names, ", ") + didYouMean(name, names));
  return std::vector<size_t>{size_t(named - names.begin())};
}

/// --output=[name=]file: y.npy, y.npz or y.npz:key.
Status place(const std::string &argument, const CompiledModel &model,
             const std::vector<Tensor> &values, OutputFiles &files) {
  auto [name, path] = splitNamed(argument, model.outputs());
  auto outputs = outputsFor(argument, name, path, model.outputs());
  if (!outputs)
    return outputs.status();
  auto [file, key] = splitKey(path);
  for (size_t i : *outputs)
    if (!placeOne(file.str(), key.empty() ? model.outputs()[i].name : key.str(), values[i], files))
      return invalidArgument("--output=" + argument + ": that place is given twice");
  return {};
}

/// The files that arguments [name=]file[:key] name.
std::vector<std::string> filesOf(const std::vector<std::string> &arguments,
                                 llvm::ArrayRef<Port> ports) {
  std::vector<std::string> files;
  for (const std::string &argument : arguments)
    files.push_back(splitKey(splitNamed(argument, ports).second).first.str());
  return files;
}

/// Before the run: no output may replace what is read.
Status checkOutputs(const RunOptions &options, const CompiledModel &model) {
  std::vector<std::string> sources = filesOf(options.inputs, model.inputs());
  sources.push_back(options.model);
  for (const std::string &path : filesOf(options.outputs, model.outputs()))
    if (Status status = io::checkWritable(path, sources); !status.ok())
      return status;
  return {};
}

Status writeFiles(const OutputFiles &files) {
  for (const auto &[path, tensor] : files.single)
    if (Status status = io::writeNpy(path, tensor); !status.ok())
      return status;
  for (const auto &[path, arrays] : files.archives)
    if (Status status = io::writeNpz(path, arrays); !status.ok())
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
      return usageError("--output=" + argument + ": expected [NAME=]y.npy, y.npz or y.npz:KEY");
  auto subject =
      Subject::createFor(ArrayFiles(options.inputs), options.model, options.device, options.load);
  if (!subject)
    return report(subject.status());
  CompiledModel &model = *subject->model;
  if (Status status = checkOutputs(options, model); !status.ok())
    return report(status);
  auto inputs = readInputs(model.inputs(), options.inputs, options.preprocessed);
  if (!inputs)
    return report(inputs.status());
  auto values = model.run(*inputs);
  if (!values)
    return report(values.status());
  *values = cutToLengths(model.outputs(), std::move(*values));
  OutputFiles files;
  for (const std::string &argument : options.outputs)
    if (Status status = place(argument, model, *values, files); !status.ok())
      return report(status);
  return report(options.outputs.empty() ? summarize(model, *values) : writeFiles(files));
}

} // namespace

void addRun(CLI::App &app, int &code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App *command = app.add_subcommand("run", "Run a model once on arrays from files");
  command->add_option("model", options->model, alternatives(formatExtensions()))->required();
  command->add_option("--device", options->device, "Where to run");
  command
      ->add_option("--input", options->inputs,
                   "[NAME=]x.npy, x.npz:KEY or x.npz, whose arrays go to the inputs of their names")
      ->check(io::whyNoArray)
      ->allow_extra_args(false); // else it would take the model after it
  command
      ->add_option("--output", options->outputs,
                   "[NAME=]y.npy, y.npz or y.npz:KEY; without it, a summary")
      ->allow_extra_args(false);
  addLoadOptions(*command, options->load);
  command->add_flag("--preprocessed", options->preprocessed,
                    "f32 arrays are what the model takes, not raw samples");
  command->callback([options, &code] { code = run(*options); });
}

} // namespace qopt::run
