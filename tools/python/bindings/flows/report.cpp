// report: a page of a network, and what was found of it before.
#include "tools/libqopt/report/report.h"
#include "passes/calibrate/tables/native.h"
#include "tools/python/bindings/flows/judged.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

namespace qopt::python {

// Tables and what was compared are arguments of their own.
template <typename Visit> void visitFields(ReportOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("labels", options.labels);
  visit("outputs", options.outputs);
  visit("judge", options.judge);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("layer_samples", options.effort.layerSamples);
  visit("layer_batch", options.effort.layerBatch);
  visit("timed_runs", options.effort.timedRuns);
  visit("timed_batch", options.effort.timedBatch);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("profile", options.profile);
  visit("integer_attention", options.integerAttention);
  visit("title", options.title);
  visit("float_name", options.floatName);
  visit("quantized_name", options.quantizedName);
  visit("samples_name", options.samplesName);
  visit("labels_name", options.labelsName);
  visit("calibration_name", options.calibrationName);
  visit("output_name", options.outputName);
  visit("commands", options.commands);
  visit("read_words", options.readWords);
}

template <typename Visit> void visitFields(const ReportedLayer &layer, Visit &&visit) {
  visit("name", layer.name);
  visit("operation", layer.operation);
  visit("kind", layer.kind);
  visit("why_float", layer.whyFloat);
  visit("runs_as", layer.runsAs);
  visit("seconds", layer.seconds);
  visit("sqnr", layer.sqnr);
  visit("clipped", layer.clipped);
}

// The page is bytes, which reportOf() adds.
template <typename Visit> void visitFields(const ReportResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("layers", result.layers);
  visit("how", result.how);
  visit("floats", result.floats);
  visit("quantized", result.quantized);
}

namespace {

/// key, shape, the other's, behind, scale, max_abs, sqnr, cosine, rmse, differing, first.
using Compared = std::tuple<std::string, qrt::Shape, qrt::Shape, std::string, double, double,
                            double, double, double, int64_t, int64_t>;
using Table = std::pair<std::string, std::vector<std::vector<std::string>>>;

ComparedValue comparedOf(const Compared &of) {
  ComparedValue value;
  run::Difference &d = value.difference;
  std::tie(value.key, value.shape, value.otherShape, value.behind, value.scale, d.maxAbs, d.sqnr,
           d.cosine, d.rmse, d.differing, d.first) = of;
  return value;
}

/// Makes a report's page. If `quantized` is None, the page shows one network; `calibration` is a
/// table's text, or empty.
nb::object reportOf(Model &floats, Model *quantized, nb::dict given, nb::tuple hooks,
                    const std::string &calibration, const std::vector<Compared> &compared,
                    const std::vector<Table> &tables) {
  const auto result = runFlow<ReportOptions>(given, hooks, [&](ReportOptions &options) {
    if (!calibration.empty())
      options.calibration = take(readNativeTable(calibration));
    for (const Compared &value : compared)
      options.compared.push_back(comparedOf(value));
    for (const auto &[title, rows] : tables)
      options.tables.push_back({title, rows});
    const Network drawn = networkOf(floats);
    if (!quantized)
      return qopt::report(drawn, nullptr, options);
    const Network integers = networkOf(*quantized);
    return qopt::report(drawn, &integers, options);
  });
  nb::object fields = toPython(result);
  fields["page"] = nb::bytes(result.page.data(), result.page.size());
  return fields;
}

} // namespace

void addReports(nb::module_ &m) {
  m.def("report", &reportOf, nb::arg("floats"), nb::arg("quantized").none(), nb::arg("options"),
        nb::arg("hooks"), nb::arg("calibration"), nb::arg("compared"), nb::arg("tables"));
  m.def("report_defaults", &defaultsOf<ReportOptions>);
}

} // namespace qopt::python
