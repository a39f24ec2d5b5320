#include "tools/io/samples/file_samples.h"

#include "tools/io/image/picture.h"

#include "llvm/ADT/STLExtras.h"

using namespace qrt;

namespace qopt::io {

Expected<DataFiles> filesOf(const std::string &path, const std::vector<std::string> &files) {
  return files.empty() ? DataFiles::list(path) : DataFiles::of(files);
}

/// Returns the fields that SampleReader needs for inputs that each begin with samples; open sizes
/// are −1.
static std::vector<SampleField> sampleFields(std::span<const Port> ports) {
  std::vector<SampleField> fields;
  for (const Port &port : ports) {
    Shape whole;
    for (const nn::Dim &dim : port.shape)
      whole.push_back(dim.isStatic() ? dim.value() : -1);
    const bool isFixed = !llvm::is_contained(whole, -1);
    fields.push_back({port.name, Shape(whole.begin() + 1, whole.end()),
                      isFixed ? std::optional(whole) : std::nullopt,
                      PictureForm::of(whole, port.preprocess.image)});
  }
  return fields;
}

Expected<std::unique_ptr<SampleStream>> FileSamples::open(std::span<const Port> inputs,
                                                          const SampleSelection &selection) const {
  auto data = filesOf(path, files);
  if (!data)
    return data.status();
  auto reader = SampleReader::open(*data, sampleFields(inputs), selection);
  if (!reader)
    return reader.status();
  opened(*data);
  return std::unique_ptr<SampleStream>(std::make_unique<FileStream>(std::move(*reader)));
}

Expected<std::vector<Shape>> FileSamples::shapesOf(std::span<const std::string> inputs) const {
  auto data = filesOf(path, files);
  if (!data)
    return data.status();
  std::vector<SampleField> fields;
  for (const std::string &name : inputs)
    fields.push_back({name, {}, {}});
  auto shapes = SampleReader::allShapes(*data, fields);
  return shapes ? Expected(shapes->front()) : shapes.status();
}

static std::string countOf(size_t count, llvm::StringRef what) {
  return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
}

static void noteTurned(const DataFiles &data, std::vector<std::string> &notes) {
  size_t turned = 0;
  std::string first;
  for (const std::string &file : data.files)
    if (auto header = readPictureHeader(file); header && header->orientation != 1)
      if (++turned == 1)
        first = file;
  if (turned)
    notes.push_back(
        countOf(turned, "picture") + ", the first is " + first +
        ", would be shown turned or mirrored (EXIF); pixels are taken as they are stored");
}

std::vector<std::string> odditiesOf(const DataFiles &data) {
  std::vector<std::string> notes;
  if (!data.strangers.empty())
    notes.push_back(data.path + ": left out " + countOf(data.strangers.size(), "file") +
                    " that are no samples (.npy, .npz, .jpg, .jpeg, .png), the first is " +
                    data.strangers.front());
  if (data.arePictures())
    noteTurned(data, notes);
  return notes;
}

} // namespace qopt::io
