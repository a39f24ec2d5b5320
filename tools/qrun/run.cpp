// qrun run: a model once, on arrays from files.
#include "tools/qrun/model.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/qrun/statistics.h"

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

bool isOutputFile(llvm::StringRef argument) {
  return argument.ends_with(".npy") || argument.ends_with(".npz") || argument.contains(".npz:");
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

/// --output=[name=]file: y.npy, y.npz or y.npz:key.
Status place(const std::string &argument, const CompiledModel &model,
             const std::vector<Tensor> &values, OutputFiles &files) {
  auto [name, path] = splitNamed(argument, model.outputs());
  bool all = name.empty() && path.ends_with(".npz");
  if (name.empty() && !all && values.size() != 1)
    return invalidArgument("--output=" + argument + ": the model has " +
                           std::to_string(values.size()) + " outputs; write NAME=" + argument);
  auto [file, key] = splitKey(path);
  bool found = false;
  for (auto [port, value] : llvm::zip_equal(model.outputs(), values)) {
    if (!all && !name.empty() && name != port.name)
      continue;
    found = true;
    if (!placeOne(file.str(), key.empty() ? port.name : key.str(), value, files))
      return invalidArgument("--output=" + argument + ": that place is given twice");
  }
  if (!found)
    return invalidArgument("--output=" + argument + ": the model has no output '" + name.str() +
                           "'");
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
             << shapeToString(value.shape()) << ", largest at";
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
      return usageError("--output=" + argument + ": expected .npy, .npz or .npz:KEY");
  auto subject = Subject::create(options.model, options.device, options.load);
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
  command->add_option("--input", options->inputs, "[NAME=]x.npy, x.npz or x.npz:KEY")
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
