#include "tools/qrun/feed/inputs.h"

#include "ir/values/near_names.h"
#include "tools/io/arrays/npz.h"
#include "tools/io/image/sample.h"
#include "tools/libqopt/flows/feed/input_values.h"
#include "tools/qrun/feed/file_notes.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <CLI/App.hpp>

#include <algorithm>

using namespace qrt;

namespace qopt::run {

std::pair<llvm::StringRef, llvm::StringRef> splitNamed(llvm::StringRef argument,
                                                       llvm::ArrayRef<Port> ports) {
  llvm::StringRef own; // the longest: names may hold a '=', and begin as others do
  for (const Port &port : ports)
    if (argument.starts_with(port.name + "=") && port.name.size() >= own.size())
      own = port.name;
  auto [name, file] =
      own.empty() ? argument.split('=')
                  : std::pair(argument.take_front(own.size()), argument.substr(own.size() + 1));
  if (file.empty() || (own.empty() && name.contains('/')))
    return {"", argument};
  return {name, file};
}

namespace {
/// Assigns arrays to inputs.
class Assignment {
public:
  explicit Assignment(llvm::ArrayRef<Port> ports)
      : ports(ports), files(ports.size()), names(namesOf(ports)) {}
  Status take(const std::string &argument);
  /// Hints at what a person may not have meant.
  std::vector<std::string> notes;
  /// "x.npy", "x.npz" or "x.npz:key" for each input, or who has none.
  Expected<std::vector<std::string>> finish() const;

private:
  Status give(llvm::StringRef name, const std::string &file);
  Status takeArchive(const io::NpzFile &archive);

  llvm::ArrayRef<Port> ports;
  std::vector<std::string> files, names, surplus;
};
} // namespace

Status Assignment::give(llvm::StringRef name, const std::string &file) {
  std::string &place = files[size_t(llvm::find(names, name) - names.begin())];
  if (!place.empty())
    return invalidArgument("input '" + name.str() + "' is given twice: --input=" + name.str() +
                           "=" + place + " and " + file);
  place = file;
  return {};
}

Status Assignment::takeArchive(const io::NpzFile &archive) {
  for (const std::string &key : archive.names()) {
    std::string file = archive.path() + ":" + key;
    if (!llvm::is_contained(names, key))
      surplus.push_back(file);
    else if (Status status = give(key, file); !status.ok())
      return status;
  }
  return {};
}

Status Assignment::take(const std::string &argument) {
  auto [name, path] = splitNamed(argument, ports);
  if (llvm::StringRef(argument).starts_with("="))
    return invalidArgument("--input=" + argument + ": names no input: write NAME=FILE, or FILE");
  if (name.empty() && path.ends_with(".npz")) {
    auto archive = io::NpzFile::open(path.str());
    if (!archive)
      return archive.status();
    const std::vector<std::string> &keys = archive->names();
    if (keys.size() != 1 || names.size() != 1 || llvm::is_contained(names, keys[0]))
      return takeArchive(*archive);
    notes.push_back(path.str() + ": its array '" + keys[0] + "' is taken for input '" + names[0] +
                    "'");
  }
  if (!name.empty() && !llvm::is_contained(names, name))
    return invalidArgument("--input=" + argument + ": the model has no input '" + name.str() +
                           "'; it has: " + llvm::join(names, ", ") + didYouMean(name, names));
  auto next = llvm::find(files, "");
  if (name.empty() && next == files.end())
    return invalidArgument(
        "--input=" + argument +
        ": the model has no input left for it; it has: " + llvm::join(names, ", "));
  return give(name.empty() ? names[size_t(next - files.begin())] : name.str(), path.str());
}

Expected<std::vector<std::string>> Assignment::finish() const {
  std::vector<std::string> missing;
  for (auto [name, file] : llvm::zip_equal(names, files))
    if (file.empty())
      missing.push_back(name);
  if (missing.empty() && surplus.empty())
    return files;
  std::string text;
  if (!surplus.empty())
    text = llvm::join(surplus, ", ") +
           ": no input of that name; the model has: " + llvm::join(names, ", ") +
           "; name an array's input with --input=NAME=FILE.npz:KEY";
  if (!missing.empty())
    text += std::string(text.empty() ? "" : "; ") + (missing.size() > 1 ? "inputs '" : "input '") +
            llvm::join(missing, "', '") + (missing.size() > 1 ? "' are" : "' is") +
            " missing: give --input=" + missing[0] + "=FILE";
  return invalidArgument(text);
}

static Expected<std::vector<std::string>>
assign(llvm::ArrayRef<Port> ports, const std::vector<std::string> &arguments, bool isNoted) {
  Assignment assignment(ports);
  for (const std::string &argument : arguments)
    if (Status status = assignment.take(argument); !status.ok())
      return status;
  if (isNoted)
    for (const std::string &note : assignment.notes)
      terminal()->note(note);
  return assignment.finish();
}

/// An array, or a picture as the port's sample.
static Expected<io::ArrayStream> openInput(const Port &port, const std::string &path) {
  if (!io::isPictureFile(path))
    return io::openArray(path);
  auto form = io::PictureForm::of(sizesOf(port), port.preprocess.image);
  if (!form)
    return invalidArgument(path + ": input '" + port.name + "' of shape " +
                           nn::toString(port.shape) + " takes no picture; give an array");
  warnOfFiles(io::DataFiles::of({path}));
  return io::openPicture(path, *form);
}

static Expected<Tensor> readInput(const Port &port, const std::string &path,
                                  const ArrayReading &reading,
                                  llvm::function_ref<void(const Tensor &, const Tensor &)> look) {
  auto stream = openInput(port, path);
  auto array = stream ? stream->readAll() : stream.status();
  if (!array)
    return array.status();
  auto given = prepareGiven(*terminal(), port, *array, path, reading);
  if (!given)
    return given.status();
  if (!reading.preprocessed && given->raw.size() > 0)
    look(given->raw, given->prepared);
  return given->prepared;
}

Expected<std::vector<Tensor>> readInputs(llvm::ArrayRef<Port> ports,
                                         const std::vector<std::string> &arguments,
                                         const ArrayReading &reading, const Loaded *model) {
  auto files = assign(ports, arguments, /*isNoted=*/true);
  if (!files)
    return files.status();
  const std::vector<bool> meetWeights =
      model ? readByWeights(model->module.get(), ports.size()) : std::vector<bool>();
  std::vector<Tensor> inputs;
  for (auto [port, file] : llvm::zip_equal(ports, *files)) {
    auto look = [&, &port = port](const Tensor &raw, const Tensor &prepared) {
      if (model && !raw.shape().empty())
        warnOfUnits(*terminal(), model->path, port, meetWeights[inputs.size()], raw, prepared,
                    raw.shape()[0]);
    };
    auto tensor = readInput(port, file, reading, look);
    if (!tensor)
      return tensor.status();
    inputs.push_back(std::move(*tensor));
  }
  return inputs;
}

void addNanOption(CLI::App &command, bool &allowsNan) {
  command.add_flag("--allow-nan", allowsNan, "Arrays may hold NaN: the model is made for it");
}

/// The whole, or what is behind some '=' of it, is there.
static bool namesAFile(llvm::StringRef argument) {
  llvm::StringRef file = argument;
  while (!file.empty() && !llvm::sys::fs::exists(io::splitArrayKey(file).first))
    file = file.split('=').second;
  return !file.empty();
}

// Only the model says whether the text before a '=' is an input's name or a part of the file's:
// here one of these files has to be there.
Status ArrayFiles::checkFiles() const {
  for (const std::string &argument : arguments) {
    if (namesAFile(argument))
      continue;
    const llvm::StringRef behind = llvm::StringRef(argument).split('=').second;
    const std::string file = (behind.empty() ? llvm::StringRef(argument) : behind).str();
    if (io::isPictureFile(file))
      return io::readPictureHeader(file).status();
    return io::openArray(file).status();
  }
  return {};
}

// Returns the arrays' sizes. Without any array the model says what is missing.
Expected<LoadOptions::ShapeChoices> ArrayFiles::choices(const std::vector<Port> &ports) const {
  if (arguments.empty())
    return LoadOptions::ShapeChoices();
  auto files = assign(ports, arguments, /*isNoted=*/false);
  if (!files)
    return files.status();
  std::vector<LoadOptions::Shape> shapes;
  for (auto [port, file] : llvm::zip_equal(ports, *files)) {
    auto array = openInput(port, file);
    if (!array)
      return array.status();
    auto shape = shapeFor(port, array->shape(), file);
    if (!shape)
      return shape.status();
    std::vector<std::optional<int64_t>> sizes(shape->begin(), shape->end());
    shapes.push_back({port.name, std::move(sizes)});
  }
  return LoadOptions::ShapeChoices{shapes};
}

// A past of no tokens: open sizes are 1 and more. A batch of none is a mistake.
bool ArrayFiles::mustBind(const std::vector<Port> &ports) const {
  auto given = choices(ports);
  if (!given || given->empty()) // reading the arrays says why
    return false;
  for (auto [port, shape] : llvm::zip_equal(ports, given->front()))
    for (size_t i = 1; i < port.shape.size(); ++i)
      if (!port.shape[i].isStatic() && shape.sizes[i] == 0)
        return true;
  return false;
}

} // namespace qopt::run
