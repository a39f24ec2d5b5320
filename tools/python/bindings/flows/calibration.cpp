// Calibration: a flow whose result is the text of a table.
#include "passes/calibrate/tables/native.h"
#include "tools/libqopt/flows/calibrate/calibrate.h"
#include "tools/libqopt/flows/tables/tables.h"
#include "tools/python/bindings/flows/flows.h"

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
  visit("profile", how.profile);
  visitFields(options.selection, visit);
  visitFields(how.compile, visit);
  visit("partial", options.isPartial);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("device", options.device);
  visit("model_name", options.modelName);
  visit("samples_name", options.samplesName);
  visit("output_name", options.outputName);
}

template <typename Visit> void visitFields(MergeOptions &options, Visit &&visit) {
  visit("keeps_statistics", options.keepsStatistics);
  visit("model_name", options.modelName);
  visit("output_name", options.outputName);
}

template <typename Visit> void visitFields(ConvertOptions &options, Visit &&visit) {
  visit("to", options.to);
  visit("network_name", options.networkName);
  visit("output_name", options.outputName);
}

// The table is text, which the functions below add.
template <typename Visit> void visitFields(const CalibrateResult &result, Visit &&visit) {
  visitCommon(result, visit);
}

template <typename Visit> void visitFields(const MergeResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("text", result.text);
}

template <typename Visit> void visitFields(const ConvertResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("text", result.text);
  visit("source", result.from);
  visit("to", result.to);
  visit("ranges", result.ranges);
  visit("weights", result.weights);
}

std::string tableText(const Calibration &calibration) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeNativeTable(stream, calibration);
  return text;
}

namespace {

/// `limits` is the text of another table, or empty.
nb::object calibrateModel(Model &model, nb::dict given, nb::tuple hooks,
                          const std::string &limits) {
  bool isPartial = false;
  auto result = runFlow<CalibrateOptions>(given, hooks, [&](CalibrateOptions &options) {
    if (!limits.empty())
      options.how.limits = take(readNativeTable(limits)).ranges;
    isPartial = options.isPartial;
    return qopt::calibrate(networkOf(model), options);
  });
  nb::object fields = toPython(result);
  if (!isPartial)
    result.calibration.statistics.clear();
  fields["text"] = tableText(result.calibration);
  return fields;
}

using NamedText = std::pair<std::string, std::string>;

nb::object mergeTexts(const std::vector<NamedText> &parts, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<MergeOptions>(given, hooks, [&](MergeOptions &options) {
    for (const auto &[name, text] : parts)
      options.parts.push_back({name, text});
    return qopt::mergeTables(options);
  }));
}

/// Converts a table of ranges. Where `model` is None, names are taken as they stand.
nb::object convertText(const NamedText &table, Model *model, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<ConvertOptions>(given, hooks, [&](ConvertOptions &options) {
    options.table = {table.first, table.second};
    std::optional<Network> network;
    if (model)
      options.network = &network.emplace(networkOf(*model));
    return qopt::convertTable(options);
  }));
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
  m.def("merge_tables", &mergeTexts, nb::arg("parts"), nb::arg("options"), nb::arg("hooks"));
  m.def("merge_tables_defaults", &defaultsOf<MergeOptions>);
  m.def("convert_table", &convertText, nb::arg("table"), nb::arg("model").none(),
        nb::arg("options"), nb::arg("hooks"));
  m.def("convert_table_defaults", &defaultsOf<ConvertOptions>);
  m.def("table_names", &tableNames, "Formats of tables that are read and written.");
}

} // namespace qopt::python
