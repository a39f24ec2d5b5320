#include "tools/qrun/feed/sample_files.h"

#include "tools/libqopt/flows/feed/recurrence.h"
#include "tools/libqopt/flows/feed/sample_numbers.h"
#include "tools/qrun/feed/file_notes.h"

#include <CLI/App.hpp>

#include "llvm/Support/MemoryBuffer.h"

using namespace qrt;

namespace qopt::run {

CLI::Option *addDataOptions(CLI::App &command, SampleOptions &options) {
  command.add_option("--batch", options.batch, "Samples in one run")->check(CLI::Range(1, 1 << 20));
  command.add_flag("--preprocessed", options.preprocessed,
                   "f32 arrays are what the model takes, not raw samples");
  return command.add_option_function<std::string>(
      "--data",
      [&options](const std::string &path) {
        options.data = path;
        options.source = std::make_shared<FileSamples>(path);
      },
      "A .npz, a .npy, a picture (JPEG, PNG), or a folder of them");
}

/// "0,5,9-12", or "@FILE", which holds such.
static Expected<std::vector<int64_t>> numbersOf(const std::string &text) {
  if (text.rfind('@', 0) != 0)
    return sampleNumbersOf(text);
  auto file = llvm::MemoryBuffer::getFile(text.substr(1), /*IsText=*/true);
  if (!file)
    return Status(StatusCode::Io, text.substr(1) + ": " + file.getError().message());
  const llvm::StringRef numbers = (*file)->getBuffer().trim();
  auto read = sampleNumbersOf({numbers.data(), numbers.size()});
  return read ? std::move(read)
              : Status(read.status().code(), text.substr(1) + ": " + read.status().message());
}

static CLI::Option *addNumbers(CLI::App &command, SampleOptions &options) {
  return command
      .add_option_function<std::string>(
          "--chosen",
          [&options](const std::string &text) {
            auto numbers = numbersOf(text);
            if (!numbers)
              throw CLI::ValidationError("error", "--chosen: " + numbers.status().message());
            options.selection.chosen =
                std::make_shared<const std::vector<int64_t>>(std::move(*numbers));
          },
          "Samples by their numbers alone, 0,5,9-12, or @FILE, which holds such")
      ->type_name("NUMBERS");
}

CLI::Option *addSampleOptions(CLI::App &command, SampleOptions &options) {
  auto *every = command.add_option("--every", options.selection.every, "Samples 0, N, 2N, … alone")
                    ->check(CLI::Range(1, 1 << 30));
  auto *butEvery = command
                       .add_option_function<int64_t>(
                           "--but-every",
                           [&options](int64_t every) {
                             options.selection.every = every;
                             options.selection.others = true;
                           },
                           "All samples but 0, N, 2N, …")
                       ->check(CLI::Range(2, 1 << 30))
                       ->excludes(every);
  auto *first = command
                    .add_option_function<int64_t>(
                        "--first",
                        [&options](int64_t most) { options.first = options.selection.most = most; },
                        "The most samples to take")
                    ->check(CLI::Range(int64_t(1), int64_t(1) << 40));
  addNumbers(command, options)->excludes(every)->excludes(butEvery)->excludes(first);
  return addDataOptions(command, options);
}

static bool isOpen(const nn::Dim &dim) { return !dim.isStatic(); }

/// Sizes of a sample that all of these arrays agree on.
static Expected<std::vector<std::optional<int64_t>>>
commonSizes(const std::string &path, const Port &port, const std::vector<std::vector<Shape>> &files,
            size_t index) {
  const size_t rank = port.shape.size();
  std::vector<std::optional<int64_t>> common;
  for (const std::vector<Shape> &arrays : files) {
    const Shape &array = arrays[index];
    const bool isWhole = array.size() == rank + 1 && (port.shape[0].isStatic() || array[1] == 1);
    if (array.size() != rank && array.size() + 1 != rank && !isWhole)
      return invalidArgument(path + ": has shape " + shapeToString(array) + "; input '" +
                             port.name + "' takes " + nn::toString(port.shape) +
                             ", one sample or with a leading sample dimension");
    llvm::ArrayRef<int64_t> sizes = llvm::ArrayRef(array).take_back(rank - 1);
    if (common.empty())
      common.assign(sizes.begin(), sizes.end());
    for (auto [known, size] : llvm::zip_equal(common, sizes))
      if (known != size)
        known.reset();
  }
  return common;
}

Status SampleFiles::checkFiles() const { return io::filesOf(path, files).status(); }

// The batch is nobody's but --batch's, unless the model needs a number for it, too.
Expected<LoadOptions::ShapeChoices> SampleFiles::choices(const std::vector<Port> &ports) const {
  auto data = io::filesOf(path, this->files);
  if (!data)
    return data.status();
  std::vector<io::SampleField> fields;
  for (const Port &port : ports)
    fields.push_back(
        {port.name, {}, {}, io::PictureForm::of(sizesOf(port), port.preprocess.image)});
  auto files = io::SampleReader::allShapes(*data, fields);
  if (!files)
    return files.status();
  std::vector<LoadOptions::Shape> open, single;
  for (auto [i, port] : llvm::enumerate(ports)) {
    if (port.shape.empty())
      return invalidArgument(whyNoSamples(port));
    auto sizes = commonSizes(data->path, port, *files, i);
    if (!sizes)
      return sizes.status();
    sizes->insert(sizes->begin(), std::nullopt);
    open.push_back({port.name, *sizes});
    if (isOpen(port.shape[0]))
      (*sizes)[0] = 1;
    single.push_back({port.name, *sizes});
  }
  return LoadOptions::ShapeChoices{open, single};
}

bool SampleFiles::mustBind(const std::vector<Port> &ports) const {
  return llvm::any_of(ports, [](const Port &port) {
    return !port.shape.empty() && llvm::any_of(llvm::drop_begin(port.shape), isOpen);
  });
}

Status SampleFiles::check(mlir::ModuleOp module) const { return checkSampleDimension(module); }

void FileSamples::opened(const io::DataFiles &data) const { warnOfFiles(data); }

} // namespace qopt::run
