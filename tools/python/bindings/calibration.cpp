// Calibration: a flow whose result is the text of a table.
#include "passes/calibrate/tables/native.h"
#include "tools/libqopt/flows/calibrate/calibrate.h"
#include "tools/python/bindings/flows.h"

namespace qopt::python {

template <typename Visit> void visitFields(CalibrateOptions &options, Visit &&visit) {
  CalibratorOptions &how = options.how;
  visit("samples", options.samples);
  visit("method", how.method);
  visit("scheme", how.settings.scheme);
  visit("bits", how.settings.bits);
  visit("percentile", how.settings.percentile);
  visit("clip_weight", how.settings.clipWeight);
  visit("skip_zeros", how.settings.skipsZeros);
  visit("attention", how.attention);
  visitFields(options.selection, visit);
  visitFields(how.compile, visit);
  visit("partial", options.isPartial);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("device", options.device);
  visit("model_name", options.modelName);
  visit("samples_name", options.samplesName);
}

namespace {

using Released = nb::gil_scoped_release;

std::string textOf(Calibration calibration, bool keepsStatistics) {
  if (!keepsStatistics)
    calibration.statistics.clear();
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeNativeTable(stream, calibration);
  return text;
}

/// (the table's text, remarks); `limits` is the text of another table, or empty.
nb::tuple calibrateModel(Model &model, nb::dict given, nb::tuple hooks, const std::string &limits) {
  bool isPartial = false;
  const auto result =
      runFlow<CalibrateOptions>(given, hooks, [&](CalibrateOptions &options) {
        if (!limits.empty())
          options.how.limits = take(readNativeTable(limits)).ranges;
        isPartial = options.isPartial;
        return qopt::calibrate(networkOf(model), options);
      });
  return nb::make_tuple(textOf(result.calibration, isPartial), toPython(result.remarks));
}

/// Joins tables of parts, which hold their statistics.
std::string merge(const std::vector<std::string> &texts, bool partial) {
  Released released;
  if (texts.empty())
    check(qrt::invalidArgument("tables: there are none; give the tables of the parts"));
  std::vector<Calibration> parts;
  for (const std::string &text : texts)
    parts.push_back(take(readNativeTable(text)));
  return textOf(take(mergeCalibrations(parts)), partial);
}

nb::dict methods() {
  nb::dict methods;
  for (const CalibrationMethod &method : calibrationMethods())
    methods[nb::str(method.name.data(), method.name.size())] =
        nb::make_tuple(std::string(method.summary), method.needsHistogram, method.readsPercentile,
                       method.readsClipWeight, method.readsZeros, method.range != nullptr);
  return methods;
}

} // namespace

void addCalibration(nb::module_ &m) {
  m.def("calibrate", &calibrateModel, nb::arg("model"), nb::arg("options"), nb::arg("hooks"),
        nb::arg("limits"));
  m.def("calibrate_defaults", &defaultsOf<CalibrateOptions>);
  m.def("calibration_methods", &methods);
  m.def("check_table", [](const std::string &text) { (void)take(readNativeTable(text)); });
  m.def("merge_tables", &merge, nb::arg("texts"), nb::arg("partial"));
}

} // namespace qopt::python
