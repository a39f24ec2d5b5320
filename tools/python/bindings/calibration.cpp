// Calibration, a batch at a time: the loop over samples is Python's.
#include "tools/python/bindings/bindings.h"

#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "passes/calibrate/tables/native.h"
#include "passes/quantize/policy/layer_policy.h"
#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/flows/feed/sample_record.h"
#include "tools/python/bindings/compile_options.h"

#include <cstring>

#include <nanobind/stl/unique_ptr.h>

namespace qopt::python {
namespace {

using qrt::Tensor;
using Released = nb::gil_scoped_release;

struct Settings {
  std::string method = "min-max", scheme = "signs", attention = "float", limits;
  unsigned bits = 8;
  double percentile = 99.999, clipWeight = 1;
  bool skipsZeros = false;
};

CalibratorOptions optionsOf(const Settings &given) {
  CalibratorOptions options;
  options.method = given.method;
  if (!findCalibrationMethod(given.method))
    check(qrt::invalidArgument("method='" + given.method + "': there are " +
                               calibrationMethodNames()));
  auto scheme = nn::parseScheme(given.scheme);
  if (!scheme)
    check(qrt::invalidArgument("scheme='" + given.scheme +
                               "': there are signs, signed, affine, mixed"));
  auto attention = attentionFormOf(given.attention);
  if (!attention)
    check(qrt::invalidArgument("attention='" + given.attention + "': there are float, integer"));
  options.settings = {*scheme, given.bits, given.percentile, given.clipWeight, given.skipsZeros};
  options.attention = *attention;
  if (!given.limits.empty())
    options.limits = take(readNativeTable(given.limits)).ranges;
  options.compile = defaultCompileOptions();
  return options;
}

/// The last row repeated up to `rows`.
Tensor padded(const Tensor &tensor, int64_t rows) {
  qrt::Shape shape = tensor.shape();
  const int64_t have = std::exchange(shape[0], rows);
  if (have == rows)
    return tensor;
  const size_t row = tensor.bytes() / size_t(have);
  Tensor whole = Tensor::allocate(tensor.type(), shape);
  auto *to = static_cast<char *>(whole.mutableData());
  auto *from = static_cast<const char *>(tensor.data());
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(to + size_t(i) * row, from + size_t(std::min(i, have - 1)) * row, row);
  return whole;
}

class Measuring {
public:
  Measuring(Model &model, const std::string &device, const Settings &settings)
      : settings(settings), record(0) {
    Released released;
    std::lock_guard lock(model.mutex);
    context = model.context();
    make(model.module(), device);
  }
  nb::list inputs() const { return portTuples(calibrator->inputs()); }
  std::string mixes() const { return calibrator->mixesSamples(); }
  int passes() const { return calibrator->passes(); }
  std::optional<int64_t> lastPassSamples() const { return calibrator->lastPassSamples(); }
  std::vector<int64_t> some() const { return record.some(); }
  void add(nb::sequence arrays, int64_t first, int64_t rows, bool preprocessed);
  bool nextPass() {
    Released released;
    isFirst = false;
    return take(calibrator->nextPass());
  }
  std::vector<std::string> warnings() const { return calibrator->warnings(); }
  std::string finish(bool partial);

private:
  void make(mlir::ModuleOp module, const std::string &device);

  Settings settings;
  std::shared_ptr<mlir::MLIRContext> context; // outlives the calibrator
  std::unique_ptr<Calibrator> calibrator;
  run::SampleRecord record;
  Calibration described;
  bool isFirst = true;
};

void Measuring::make(mlir::ModuleOp module, const std::string &device) {
  calibrator = take(Calibrator::create(module, device, optionsOf(settings)));
  record = run::SampleRecord(calibrator->lastPassSamples().value_or(0));
  described.source = nn::sourceOf(module).str();
  described.modelHash = moduleHash(module);
  for (const Port &port : calibrator->inputs())
    if (port.preprocess != nn::Preprocess())
      described.preprocess[port.name] = port.preprocess;
}

/// One raw array per input, samples along their first dimension; the network gets `rows` of them,
/// filled up with the last.
void Measuring::add(nb::sequence arrays, int64_t first, int64_t rows, bool preprocessed) {
  SampleBatch raw;
  for (nb::handle array : arrays)
    raw.arrays.push_back(
        tensorOf(array, "input '" + calibrator->inputs()[raw.arrays.size()].name + "'"));
  raw.shared.assign(raw.arrays.size(), false);
  raw.first = first;
  raw.count = raw.arrays.at(0).shape().at(0);
  Released released;
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < raw.arrays.size(); ++i) {
    const Port &port = calibrator->inputs()[i];
    inputs.push_back(padded(
        prepared(port, raw.arrays[i], preprocessed, "sample " + std::to_string(first)), rows));
  }
  if (isFirst)
    record.add(raw);
  auto place = [first](int64_t i) { return "sample " + std::to_string(first + i); };
  check(calibrator->add({inputs, raw.count, place}));
}

std::string Measuring::finish(bool partial) {
  Released released;
  Calibration calibration = calibrator->finish();
  calibration.source = described.source;
  calibration.modelHash = described.modelHash;
  calibration.preprocess = described.preprocess;
  calibration.data = record.hash();
  if (!partial)
    calibration.statistics.clear();
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeNativeTable(stream, calibration);
  return text;
}

/// Joins tables of parts, which hold their statistics.
std::string merge(const std::vector<std::string> &texts, bool partial) {
  Released released;
  if (texts.empty())
    check(qrt::invalidArgument("tables: there are none; give the tables of the parts"));
  std::vector<Calibration> parts;
  for (const std::string &text : texts)
    parts.push_back(take(readNativeTable(text)));
  Calibration all = take(mergeCalibrations(parts));
  if (!partial)
    all.statistics.clear();
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeNativeTable(stream, all);
  return text;
}

} // namespace

void addCalibration(nb::module_ &m) {
  nb::class_<Settings>(m, "CalibrationSettings")
      .def(nb::init<>())
      .def_rw("method", &Settings::method)
      .def_rw("scheme", &Settings::scheme)
      .def_rw("attention", &Settings::attention)
      .def_rw("limits", &Settings::limits)
      .def_rw("bits", &Settings::bits)
      .def_rw("percentile", &Settings::percentile)
      .def_rw("clip_weight", &Settings::clipWeight)
      .def_rw("skip_zeros", &Settings::skipsZeros);
  nb::class_<Measuring>(m, "Measuring", "A calibration under way.")
      .def(nb::init<Model &, const std::string &, const Settings &>(), nb::arg("model"),
           nb::arg("device"), nb::arg("settings"))
      .def("inputs", &Measuring::inputs)
      .def("mixes", &Measuring::mixes)
      .def("passes", &Measuring::passes)
      .def("last_pass_samples", &Measuring::lastPassSamples)
      .def("some", &Measuring::some)
      .def("add", &Measuring::add, nb::arg("arrays"), nb::arg("first"), nb::arg("rows"),
           nb::arg("preprocessed"))
      .def("next_pass", &Measuring::nextPass)
      .def("warnings", &Measuring::warnings)
      .def("finish", &Measuring::finish, nb::arg("partial"));
  m.def("calibration_methods", [] {
    nb::dict methods;
    for (const CalibrationMethod &method : calibrationMethods())
      methods[nb::str(method.name.data(), method.name.size())] =
          nb::make_tuple(std::string(method.summary), method.needsHistogram, method.readsPercentile,
                         method.readsClipWeight, method.readsZeros, method.range != nullptr);
    return methods;
  });
  m.def("check_table", [](const std::string &text) { (void)take(readNativeTable(text)); });
  m.def("merge_tables", &merge, nb::arg("texts"), nb::arg("partial"));
}

} // namespace qopt::python
