#include "tools/io/samples/labels.h"

#include "tools/io/arrays/npz.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace qrt;
namespace path = llvm::sys::path;

namespace qopt::io {

using Labels = std::vector<int64_t>;

static Expected<Labels> labelsIn(ArrayStream stream) {
  if (stream.shape().size() > 1)
    return invalidArgument(stream.name() + ": labels have shape " + shapeToString(stream.shape()) +
                           "; expected one dimension");
  auto tensor = stream.readAll();
  if (!tensor)
    return tensor.status();
  if (!isInteger(tensor->type()))
    return invalidArgument(stream.name() + ": labels are " +
                           std::string(elementTypeName(tensor->type())) + "; expected integers");
  return visitValues(*tensor, [](auto values) { return Labels(values.begin(), values.end()); });
}

/// Reads the array `name` of every file. Either all files have it, or, if `isOptional`, none.
static Expected<SampleLabels> fromArchives(const DataFiles &data, const std::string &name,
                                           bool isOptional) {
  SampleLabels labels;
  const std::string *with = nullptr, *without = nullptr;
  for (const std::string &file : data.files) {
    if (!llvm::StringRef(file).ends_with(".npz")) {
      without = &file;
      continue;
    }
    auto npz = NpzFile::open(file);
    if (!npz)
      return npz.status();
    if (isOptional && !npz->contains(name)) {
      without = &file;
      continue;
    }
    auto stream = npz->array(name);
    auto own = stream ? labelsIn(std::move(*stream)) : stream.status();
    if (!own)
      return own.status();
    labels.files.push_back(std::move(*own));
    with = &file;
  }
  if (with && without)
    return invalidArgument(*without + ": has no labels, and " + *with + " has");
  if (without && !isOptional)
    return invalidArgument("--labels=" + name + ": " + *without +
                           " is no .npz; labels are an array of .npz files, a .npy, or a list .txt "
                           "of lines 'FILE CLASS'");
  return labels;
}

static std::string nameIn(const DataFiles &data, llvm::StringRef file) {
  if (data.isFolder && file.consume_front(data.path))
    return file.ltrim('/').str();
  return path::filename(file).str();
}

/// Returns the list's path as it is given, or in the data folder.
static std::string placeOf(const std::string &list, const DataFiles &data) {
  if (!data.isFolder || llvm::sys::fs::exists(list))
    return list;
  llvm::SmallString<256> inside(data.path);
  path::append(inside, list);
  return llvm::sys::fs::exists(inside) ? inside.str().str() : list;
}

namespace {
struct Line {
  int64_t label = 0;
  size_t number = 0;
  bool isTaken = false;
};
} // namespace

/// "FILE CLASS", a file once.
static Status addLine(llvm::StringRef line, size_t number, llvm::StringMap<Line> &lines) {
  line = line.trim();
  if (line.empty())
    return {};
  const size_t gap = line.find_last_of(" \t");
  int64_t label = 0;
  if (gap == llvm::StringRef::npos || line.substr(gap + 1).getAsInteger(10, label))
    return invalidArgument("expected 'FILE CLASS', not '" + line.str() + "'");
  llvm::StringRef file = line.take_front(gap).rtrim();
  file.consume_front("./");
  if (!lines.try_emplace(file, Line{label, number}).second)
    return invalidArgument("'" + file.str() + "' is there twice");
  return {};
}

static Expected<llvm::StringMap<Line>> readList(const std::string &list) {
  auto text = llvm::MemoryBuffer::getFile(list, /*IsText=*/true);
  if (!text)
    return Status(StatusCode::Io, list + ": cannot read: " + text.getError().message());
  llvm::StringMap<Line> lines;
  llvm::SmallVector<llvm::StringRef> split;
  llvm::StringRef content = (*text)->getBuffer();
  content.consume_front("\xEF\xBB\xBF"); // as some editors begin UTF-8
  content.split(split, '\n');
  for (auto [i, line] : llvm::enumerate(split))
    if (Status status = addLine(line, i + 1, lines); !status.ok())
      return invalidArgument(list + ", line " + std::to_string(i + 1) + ": " + status.message());
  return lines;
}

/// The file of the list's first line.
static std::string firstOf(const llvm::StringMap<Line> &lines) {
  return std::min_element(
             lines.begin(), lines.end(),
             [](const auto &a, const auto &b) { return a.second.number < b.second.number; })
      ->first()
      .str();
}

static Expected<SampleLabels> fromList(const DataFiles &data, const std::string &given) {
  const std::string list = placeOf(given, data);
  auto lines = readList(list);
  if (!lines)
    return lines.status();
  SampleLabels labels;
  labels.isOfFiles = true;
  std::vector<std::string> missing;
  for (const std::string &file : data.files) {
    auto line = lines->find(nameIn(data, file));
    if (line == lines->end()) {
      missing.push_back(file);
      continue;
    }
    line->second.isTaken = true;
    labels.files.push_back({line->second.label});
  }
  if (!missing.empty())
    return invalidArgument(
        list + ": has no line for " + missing.front() +
        (missing.size() > 1 ? " and " + std::to_string(missing.size() - 1) + " more files" : "") +
        (lines->empty()
             ? "; it is empty"
             : "; it names '" + firstOf(*lines) + "', and names are to be relative to the folder"));
  const llvm::StringMapEntry<Line> *surplus = nullptr;
  for (const auto &line : *lines)
    if (!line.second.isTaken && (!surplus || line.second.number < surplus->second.number))
      surplus = &line;
  if (surplus)
    return invalidArgument(list + ", line " + std::to_string(surplus->second.number) + ": " +
                           data.path + " has no sample '" + surplus->first().str() + "'");
  return labels;
}

static SampleLabels ofFolders(const DataFiles &data) {
  SampleLabels labels;
  labels.isOfFiles = true;
  for (int64_t label : data.classOf)
    labels.files.push_back({label});
  return labels;
}

Expected<SampleLabels> SampleLabels::read(const DataFiles &data, const std::string &source) {
  if (llvm::StringRef(source).ends_with_insensitive(".txt"))
    return fromList(data, source);
  if (llvm::StringRef(source).ends_with(".npy")) {
    auto stream = ArrayStream::openFile(source);
    auto own = stream ? labelsIn(std::move(*stream)) : stream.status();
    if (!own)
      return own.status();
    SampleLabels labels;
    labels.all = std::move(*own);
    return labels;
  }
  if (source.empty() && !data.classes.empty())
    return ofFolders(data);
  if (source.empty() && data.arePictures())
    return SampleLabels();
  return fromArchives(data, source.empty() ? "labels" : source, source.empty());
}

Labels SampleLabels::inOrder() const {
  Labels numbers = all.value_or(Labels());
  for (const Labels &own : files)
    llvm::append_range(numbers, own);
  return numbers;
}

static Status mismatch(const std::string &place, size_t labels, int64_t samples) {
  return invalidArgument(place + ": holds " + std::to_string(labels) + " labels for " +
                         std::to_string(samples) +
                         " samples; give each sample its label, in the samples' order");
}

Expected<Labels> SampleLabels::dealt(const std::vector<FileCount> &counts,
                                     const std::string &data) const {
  if (all) {
    int64_t samples = 0;
    for (const FileCount &file : counts)
      samples += file.samples;
    return int64_t(all->size()) == samples ? Expected(*all) : mismatch(data, all->size(), samples);
  }
  Labels labels;
  if (empty())
    return labels;
  for (auto [file, own] : llvm::zip_equal(counts, files)) {
    if (isOfFiles)
      labels.insert(labels.end(), size_t(file.samples), own.front());
    else if (int64_t(own.size()) != file.samples)
      return mismatch(file.path, own.size(), file.samples);
    else
      llvm::append_range(labels, own);
  }
  return labels;
}

} // namespace qopt::io
