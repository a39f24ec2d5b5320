#include "tools/qrun/run/destinations.h"

#include "ir/values/near_names.h"
#include "tools/io/arrays/npz.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace qrt;

namespace qopt::run {

bool isOutputFile(llvm::StringRef argument) {
  bool file =
      argument.ends_with(".npy") || argument.ends_with(".npz") || argument.contains(".npz:");
  return file && !argument.starts_with("=") && !argument.ends_with(".npz:");
}

/// The outputs that the user knows: how long others are is what they are cut to.
static std::vector<size_t> ownOutputs(llvm::ArrayRef<Port> ports) {
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
static Expected<std::vector<size_t>> outputsFor(const std::string &argument, llvm::StringRef name,
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

/// Returns the path without links, "." and "..", whether the file exists or not.
static std::string realName(llvm::StringRef file) {
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(file, real))
    return real.str().str();
  llvm::StringRef folder = llvm::sys::path::parent_path(file);
  if (llvm::sys::fs::real_path(folder.empty() ? "." : folder, real))
    return file.str(); // there is no such folder: io::checkWritable says so
  llvm::sys::path::append(real, llvm::sys::path::filename(file));
  return real.str().str();
}

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

std::vector<std::string> filesOf(const std::vector<std::string> &arguments,
                                 llvm::ArrayRef<Port> ports) {
  std::vector<std::string> files;
  for (const std::string &argument : arguments)
    files.push_back(io::splitArrayKey(splitNamed(argument, ports).second).first.str());
  return files;
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

} // namespace qopt::run
