#include "tools/io/samples/samples.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <limits>

using namespace qrt;

namespace qopt::io {

/// Returns the name of the archive's array that belongs to `field`.
static Expected<std::string> arrayFor(const NpzFile &npz, const SampleField &field,
                                      bool onlyField) {
  if (npz.contains(field.name))
    return field.name;
  if (onlyField && npz.contains("images"))
    return std::string("images");
  std::vector<std::string> others = npz.names();
  llvm::erase(others, "labels");
  if (onlyField && others.size() == 1)
    return others[0];
  return invalidArgument(
      npz.path() + ": has no array '" + field.name +
      "' for the model's input of that name; it has: " + llvm::join(npz.names(), ", "));
}

Expected<std::vector<ArrayStream>> SampleReader::openArrays(const std::string &path) const {
  std::vector<ArrayStream> arrays;
  if (!llvm::StringRef(path).ends_with(".npz")) {
    if (fields.size() != 1)
      return invalidArgument(path + ": the model has " + std::to_string(fields.size()) +
                             " inputs; give .npz files with an array for each");
    const bool isPicture = isPictureFile(path);
    if (isPicture && !fields[0].pictures)
      return invalidArgument(path + ": input '" + fields[0].name +
                             "' takes no picture: it has no shape [N, C, H, W] or [N, H, W, C] of "
                             "1 or 3 channels; give arrays");
    auto stream = isPicture ? openPicture(path, *fields[0].pictures) : ArrayStream::openFile(path);
    if (!stream)
      return stream.status();
    arrays.push_back(std::move(*stream));
    return arrays;
  }
  auto npz = NpzFile::open(path);
  if (!npz)
    return npz.status();
  for (const SampleField &field : fields) {
    auto name = arrayFor(*npz, field, fields.size() == 1);
    if (!name)
      return name.status();
    auto stream = npz->array(*name);
    if (!stream)
      return stream.status();
    arrays.push_back(std::move(*stream));
  }
  return arrays;
}

/// Tells whether a shape fits `form`, whose open sizes fit any size.
static bool fits(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> form) {
  return shape.size() == form.size() && llvm::all_of(llvm::zip(shape, form), [](auto sizes) {
           auto [size, wanted] = sizes;
           return wanted < 0 || size == wanted;
         });
}

/// Tells whether an input's first dimension is not the samples': another input's batch is 1, or
/// open. So are the states of recurrent networks, [layers, batch, size].
bool SampleReader::isState(const SampleField &field) const {
  return field.whole && field.whole->front() != 1 &&
         llvm::any_of(fields, [](const SampleField &other) {
           return !other.whole || other.whole->front() == 1;
         });
}

/// Samples in an array of `shape`; none when it does not fit the field.
std::optional<int64_t> SampleReader::samplesIn(const Shape &shape, const SampleField &field) const {
  if (fits(shape, field.shape))
    return 1;
  if (shape.empty())
    return std::nullopt;
  const auto row = llvm::ArrayRef(shape).drop_front();
  const bool takesWhole = field.whole && (field.whole->front() == 1 || isState(field));
  if (fits(row, field.shape) || (takesWhole && row == llvm::ArrayRef(*field.whole)))
    return shape[0];
  return std::nullopt;
}

/// One sample's of an array of `shape` that fits.
Shape SampleReader::rowOf(const Shape &shape, const SampleField &field) const {
  if (shape.size() > field.shape.size() + 1 && isState(field))
    return *field.whole;
  return {shape.end() - ptrdiff_t(std::min(shape.size(), field.shape.size())), shape.end()};
}

/// A batch may go on there: an array that serves a file's samples serves no others.
bool SampleReader::File::joins(const File &next) const {
  return !llvm::is_contained(shared, true) && !llvm::is_contained(next.shared, true) &&
         rows == next.rows;
}

static std::string formText(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + (size < 0 ? std::string("?") : std::to_string(size));
  return text;
}

std::vector<FileCount> SampleReader::counts() const {
  std::vector<FileCount> counts;
  for (const File &entry : files)
    counts.push_back({entry.path, entry.samples});
  return counts;
}

bool SampleReader::isDealt(size_t field) const {
  return llvm::any_of(files, [field](const File &entry) { return !entry.shared[field]; });
}

bool SampleReader::isDealtWhole(size_t field) const {
  return llvm::any_of(files, [&](const File &entry) {
    return !entry.shared[field] && entry.rows[field].size() > fields[field].shape.size();
  });
}

Status SampleReader::checkType(const ArrayStream &array, size_t field) {
  if (types.size() <= field)
    types.push_back(array.type());
  else if (types[field] != array.type())
    return invalidArgument(array.name() + ": holds " + std::string(elementTypeName(array.type())) +
                           " where the files before it hold " +
                           std::string(elementTypeName(types[field])));
  return {};
}

/// The next field's array, which holds so many samples.
Status SampleReader::addArray(File &file, const ArrayStream &array, std::optional<int64_t> count) {
  const size_t i = file.rows.size();
  const SampleField &field = fields[i];
  const Shape &shape = array.shape();
  file.rows.push_back(rowOf(shape, field));
  const bool one = field.whole && field.whole->front() == 1 && shape == field.shape;
  file.shared[i] = one || (field.whole && shape == *field.whole);
  if (!count && !file.shared[i])
    return invalidArgument(array.name() + ": has shape " + shapeToString(shape) +
                           "; samples for input '" + field.name + "' have shape " +
                           formText(isState(field) ? *field.whole : field.shape) +
                           ", one sample or with a leading sample dimension");
  if (Status status = checkType(array, i); !status.ok() || file.shared[i])
    return status;
  if (file.samples >= 0 && *count != file.samples)
    return invalidArgument(array.name() + ": holds " + std::to_string(*count) +
                           " samples where the file's other arrays hold " +
                           std::to_string(file.samples));
  file.samples = *count;
  return {};
}

/// Finds how many samples a file holds, and which arrays serve them all.
Expected<SampleReader::File> SampleReader::inspect(const std::string &path) {
  auto arrays = openArrays(path);
  if (!arrays)
    return arrays.status();
  File result{path, -1, std::vector<bool>(fields.size(), false), {}};
  std::vector<std::optional<int64_t>> counts;
  for (auto [array, field] : llvm::zip_equal(*arrays, fields)) {
    counts.push_back(samplesIn(array.shape(), field));
    if (Status status = addArray(result, array, counts.back()); !status.ok())
      return status;
  }
  if (result.samples < 0) // all might be shared: dealt out if they agree, else one sample
    result.samples = llvm::all_equal(counts) && counts[0] ? *counts[0] : 1;
  for (auto [i, count] : llvm::enumerate(counts))
    if (count == result.samples && !isState(fields[i]))
      result.shared[i] = false;
  return result;
}

Expected<SampleReader> SampleReader::open(const std::string &path, std::vector<SampleField> fields,
                                          SampleSelection selection) {
  auto data = DataFiles::list(path);
  return data ? open(*data, std::move(fields), std::move(selection)) : data.status();
}

Expected<SampleReader> SampleReader::open(const DataFiles &data, std::vector<SampleField> fields,
                                          SampleSelection selection) {
  SampleReader reader;
  reader.fields = std::move(fields);
  reader.selection = std::move(selection);
  for (const std::string &name : data.files) {
    auto found = reader.inspect(name);
    if (!found)
      return found.status();
    reader.inFiles += found->samples;
    reader.files.push_back(std::move(*found));
  }
  if (reader.inFiles == 0)
    return invalidArgument(data.path + ": holds no sample");
  if (Status status = reader.selection.check(data.path, reader.inFiles); !status.ok())
    return status;
  return reader;
}

Expected<std::vector<std::vector<Shape>>>
SampleReader::allShapes(const DataFiles &data, const std::vector<SampleField> &fields) {
  SampleReader reader;
  reader.fields = fields;
  std::vector<std::vector<Shape>> all;
  for (const std::string &file : data.files) {
    auto arrays = reader.openArrays(file);
    if (!arrays)
      return arrays.status();
    std::vector<Shape> &shapes = all.emplace_back();
    for (const ArrayStream &array : *arrays)
      shapes.push_back(array.shape());
  }
  return all;
}

Status SampleReader::take(std::vector<Tensor> &arrays, int64_t at, int64_t rows) {
  for (auto [i, array] : llvm::enumerate(arrays)) {
    if (files[file].shared[i]) {
      array = wholes[i];
      continue;
    }
    size_t stride = array.bytes() / size_t(array.shape()[0]);
    char *target = static_cast<char *>(array.mutableData()) + stride * size_t(at);
    bool single = streams[i].shape().size() == fields[i].shape.size();
    Status status;
    if (!single) {
      status = streams[i].readRows(rows, target);
    } else if (auto whole = streams[i].readAll(); whole.ok()) {
      std::memcpy(target, whole->data(), whole->bytes());
    } else {
      status = whole.status();
    }
    if (!status.ok())
      return status;
  }
  return {};
}

/// Goes on to the next file with samples left, and opens it.
Status SampleReader::advance() {
  while (position == files[file].samples) {
    ++file;
    position = 0;
    streams.clear();
  }
  if (!streams.empty())
    return {};
  auto opened = openArrays(files[file].path);
  if (!opened)
    return opened.status();
  streams = std::move(*opened);
  wholes.assign(fields.size(), Tensor());
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!files[file].shared[i])
      continue;
    auto whole = streams[i].readAll();
    if (!whole)
      return whole.status();
    wholes[i] = whole->reshaped(*fields[i].whole);
  }
  return {};
}

/// Goes on to the next sample that is selected, in an open file.
Status SampleReader::seek() {
  while (true) {
    if (Status status = advance(); !status.ok() || selection.has(passed))
      return status;
    const int64_t rows = std::min(selection.runFrom(passed), files[file].samples - position);
    if (Status status = skip(rows); !status.ok())
      return status;
    position += rows;
    passed += rows;
  }
}

Status SampleReader::skip(int64_t rows) {
  std::vector<std::byte> row;
  for (size_t i = 0; i < fields.size(); ++i) {
    // Nothing has been read yet of an array that is one sample.
    if (files[file].shared[i] || streams[i].shape().size() == fields[i].shape.size())
      continue;
    row.resize(size_t(elementCount(files[file].rows[i])) * byteWidth(types[i]));
    for (int64_t n = 0; n < rows; ++n)
      if (Status status = streams[i].readRows(1, row.data()); !status.ok())
        return status;
  }
  return {};
}

/// Returns how many of the selected samples one batch may hold: those left in this file, and those
/// of files that join it.
int64_t SampleReader::samplesAhead() const {
  int64_t ahead = files[file].samples - position;
  for (size_t i = file; i + 1 < files.size() && files[i].joins(files[i + 1]); ++i)
    ahead += files[i + 1].samples;
  return selection.countIn(passed + ahead) - selection.countIn(passed);
}

Expected<std::optional<SampleBatch>> SampleReader::next(int64_t count) {
  const int64_t delivered = selection.countIn(passed);
  if (delivered == total())
    return std::optional<SampleBatch>();
  if (Status status = seek(); !status.ok())
    return status;
  SampleBatch batch;
  batch.shared = files[file].shared;
  batch.first = delivered;
  batch.count = std::min({count, samplesAhead(), total() - delivered});
  for (auto [type, row] : llvm::zip(types, files[file].rows)) {
    Shape shape = row;
    shape.insert(shape.begin(), batch.count);
    batch.arrays.push_back(Tensor::allocate(type, shape));
  }
  for (int64_t at = 0; at < batch.count;) {
    if (Status status = seek(); !status.ok())
      return status;
    const int64_t rows =
        std::min({batch.count - at, files[file].samples - position, selection.runFrom(passed)});
    if (Status status = take(batch.arrays, at, rows); !status.ok())
      return status;
    at += rows;
    position += rows;
    passed += rows;
  }
  return std::optional<SampleBatch>(std::move(batch));
}

std::pair<const SampleReader::File *, int64_t> SampleReader::locate(int64_t selected) const {
  int64_t sample = selection.sampleAt(selected);
  for (const File &entry : files) {
    if (sample < entry.samples)
      return {&entry, sample};
    sample -= entry.samples;
  }
  return {nullptr, sample};
}

std::string SampleReader::fileOf(int64_t selected) const {
  const File *file = locate(selected).first;
  return file ? file->path : "";
}

std::string SampleReader::place(int64_t selected) const {
  const auto [file, sample] = locate(selected);
  const std::string number = "sample " + std::to_string(sample);
  if (!file)
    return number;
  return isPictureFile(file->path) ? file->path : file->path + ", " + number;
}

} // namespace qopt::io
