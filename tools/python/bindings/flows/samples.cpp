#include "tools/python/bindings/flows/samples.h"

#include "tools/io/samples/file_samples.h"
#include "tools/libqopt/flows/commands/words.h"

namespace qopt::python {
namespace {

using qrt::Expected;
using qrt::Tensor;
using Texts = std::vector<std::string>;

/// Sample `row` of an array of them, whose bytes it shares.
Tensor rowOf(const std::shared_ptr<const Tensor> &array, int64_t row) {
  qrt::Shape shape(array->shape().begin() + 1, array->shape().end());
  const size_t bytes = array->bytes() / size_t(array->shape()[0]);
  const char *first = static_cast<const char *>(array->data());
  return Tensor::view(array->type(), std::move(shape), first + size_t(row) * bytes, array);
}

/// An iterator of Python's over lists of arrays, one for each input, samples along their first
/// dimensions. Its exceptions are thrown, and go through the flow to its caller.
class PythonIterator : public SampleIterator {
public:
  PythonIterator(nb::object batches, const Texts &inputs, const std::string &name)
      : batches(std::move(batches)), inputs(inputs), name(name) {}
  ~PythonIterator() override {
    arrays.clear();
    const Acquired acquired;
    batches.reset();
  }
  PythonIterator(const PythonIterator &) = delete;
  PythonIterator &operator=(const PythonIterator &) = delete;

  Expected<Sample> next() override {
    while (row == rows)
      if (!fetch())
        return Sample();
    Sample sample;
    for (size_t i = 0; i < arrays.size(); ++i)
      sample.emplace(inputs[i], rowOf(arrays[i], row));
    ++row;
    return sample;
  }

private:
  /// The next arrays; whether there are some.
  bool fetch() {
    arrays.clear();
    const Acquired acquired;
    nb::object batch = nb::steal(PyIter_Next(batches.ptr()));
    if (!batch.is_valid() && PyErr_Occurred())
      throw nb::python_error();
    if (!batch.is_valid())
      return false;
    for (nb::handle array : batch)
      arrays.push_back(std::make_shared<const Tensor>(
          tensorOf(array, name + ": input '" + inputs.at(arrays.size()) + "'")));
    row = 0;
    rows = arrays.at(0)->shape().at(0);
    return true;
  }

  nb::object batches;
  const Texts &inputs;
  const std::string &name;
  std::vector<std::shared_ptr<const Tensor>> arrays;
  int64_t row = 0, rows = 0;
};

/// A Python object with `count`, None where it does not know, and `batches()`, an iterator as
/// PythonIterator takes it, again for each pass.
class PythonSamples : public IteratedSamples {
public:
  PythonSamples(nb::object given, Texts inputs, std::string called)
      : given(std::move(given)), inputs(std::move(inputs)), called(std::move(called)) {
    if (!nb::hasattr(this->given, "count") || !nb::hasattr(this->given, "batches"))
      throw nb::type_error("samples: expected an object with count and batches()");
    nb::object known = this->given.attr("count");
    int64_t count = 0;
    if (!known.is_none() && !nb::try_cast(known, count))
      throw nb::type_error("samples: expected a count that is a whole number, or None");
    if (!known.is_none())
      samples = count;
  }
  ~PythonSamples() override {
    const Acquired acquired;
    given.reset();
  }
  PythonSamples(const PythonSamples &) = delete;
  PythonSamples &operator=(const PythonSamples &) = delete;

  int64_t count() const override { return samples.value_or(0); }
  bool isCounted() const override { return samples.has_value(); }
  std::string name() const override { return called; }
  std::unique_ptr<SampleIterator> begin() const override {
    const Acquired acquired;
    return std::make_unique<PythonIterator>(given.attr("batches")(), inputs, called);
  }

private:
  nb::object given;
  Texts inputs;
  std::string called;
  std::optional<int64_t> samples;
};

/// The class of each sample, as the command reads them: `how` as --labels says it.
std::vector<int64_t> labelsOf(Model &model, const Texts &files, const std::string &path,
                              const std::string &how) {
  Released released;
  Ports ports = [&] {
    std::lock_guard lock(model.mutex);
    return take(portsOf(model.module()));
  }();
  const io::DataFiles data = take(io::filesOf(path, files));
  const io::SampleLabels labels = take(io::SampleLabels::read(data, how));
  if (labels.empty())
    return {};
  const io::FileSamples source = files.empty() ? io::FileSamples(path) : io::FileSamples(files);
  std::unique_ptr<SampleStream> stream = take(source.open(ports.inputs, {}));
  return take(labels.dealt(static_cast<const io::FileStream &>(*stream).counts(), path));
}

} // namespace

void addSamples(nb::module_ &m) {
  nb::class_<Samples>(m, "Samples", "A source of samples.");
  m.def(
      "samples_of",
      [](nb::object given, Texts inputs, const std::string &name) {
        return Samples{std::make_shared<PythonSamples>(std::move(given), std::move(inputs), name)};
      },
      nb::arg("given"), nb::arg("inputs"), nb::arg("name"),
      "Returns the samples of an object with count and batches().");
  m.def(
      "samples_of_files",
      [](const std::string &path, const Texts &files) {
        check(io::filesOf(path, files).status());
        return Samples{files.empty() ? std::make_shared<io::FileSamples>(path)
                                     : std::make_shared<io::FileSamples>(files)};
      },
      nb::arg("path"), nb::arg("files"),
      "Returns the samples of a file or folder, or of files one by one.");
  m.def(
      "chosen_word", [](const std::vector<int64_t> &numbers) { return run::chosenWord(numbers); },
      nb::arg("numbers"),
      "Returns the value of --chosen= for them: numbers, or the file that is to have them.");
  m.def("labels_of_files", &labelsOf, nb::arg("model"), nb::arg("files"), nb::arg("path"),
        nb::arg("how"), "The class of each sample; none where there are none.");
  m.def(
      "oddities_of_files",
      [](const std::string &path, const Texts &files) {
        Released released;
        return io::odditiesOf(take(io::filesOf(path, files)));
      },
      nb::arg("path"), nb::arg("files"), "Returns what is odd about the files, a sentence each.");
}

} // namespace qopt::python
