// compare, lint_data and label: flows that look at values and samples.
#include "tools/libqopt/flows/compare/compare.h"
#include "tools/libqopt/flows/label/label.h"
#include "tools/libqopt/flows/lint/lint_data.h"
#include "tools/python/bindings/flows/flows.h"

namespace qopt::python {

// ---- options ----

template <typename Visit> void visitFields(CompareOptions &options, Visit &&visit) {
  visit("arrays", options.arrays);
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("batch", options.batch);
  visit("seed", options.seed);
  visit("preprocessed", options.preprocessed);
  visit("allows_nan", options.allowsNan);
  visit("outputs_alone", options.outputsAlone);
  visit("device", options.device);
  visit("other_device", options.otherDevice);
  visitFields(options.compile, visit);
  visit("other_order", options.otherOrder);
  visit("name", options.name);
  visit("other_name", options.otherName);
  visit("samples_name", options.samplesName);
}

template <typename Visit> void visitFields(LintDataOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("labels", options.labels);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("output", options.output);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("model_name", options.modelName);
  visit("samples_name", options.samplesName);
  visit("labels_name", options.labelsName);
}

template <typename Visit> void visitFields(LabelOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("classes", options.classes);
  visit("classes_name", options.classesName);
  visit("top", options.top);
  visit("output", options.output);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("model_name", options.modelName);
  visit("samples_name", options.samplesName);
}

// ---- results ----

template <typename Visit> void visitFields(const run::Difference &difference, Visit &&visit) {
  visit("max_abs", difference.maxAbs);
  visit("sqnr", difference.sqnr);
  visit("cosine", difference.cosine);
  visit("rmse", difference.rmse);
  visit("differing", difference.differing);
  visit("first", difference.first);
}

template <typename Visit> void visitFields(const ComparedValue &value, Visit &&visit) {
  visit("key", value.key);
  visit("types", value.types);
  visit("shape", value.shape);
  visit("other_shape", value.otherShape);
  visit("stored_alike", value.storedAlike);
  visit("behind", value.behind);
  visit("difference", value.difference);
  visit("scale", value.scale);
  visit("nans", value.nans);
}

template <typename Visit> void visitFields(const CompareResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("values", result.values);
  visit("only_first", result.onlyFirst);
  visit("only_second", result.onlySecond);
}

template <typename Visit> void visitFields(const lint::Finding &finding, Visit &&visit) {
  const bool isError = finding.severity == lint::Severity::Error;
  visit("severity", std::string(isError ? "error" : "warning"));
  visit("name", finding.name);
  visit("tensor", finding.tensor);
  visit("sample", finding.sample);
  visit("what", finding.what);
  visit("remedy", finding.remedy);
}

template <typename Visit> void visitFields(const LintDataResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("samples", result.report.samples);
  visit("batch_norm", result.report.batchNorm);
  visit("findings", result.report.findings);
}

template <typename Visit> void visitFields(const ClassScore &score, Visit &&visit) {
  visit("number", score.number);
  visit("name", score.name);
  visit("score", score.score);
}

template <typename Visit> void visitFields(const LabelledSample &sample, Visit &&visit) {
  visit("place", sample.place);
  visit("classes", sample.classes);
}

template <typename Visit> void visitFields(const LabelResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("output", result.output);
  visit("are_probabilities", result.areProbabilities);
  visit("classes", result.classes);
  visit("samples", result.samples);
}

namespace {

nb::object compareModels(Model &first, Model &second, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<CompareOptions>(given, hooks, [&](const CompareOptions &options) {
    return qopt::compare(networkOf(first), networkOf(second), options);
  }));
}

nb::object lintDataOf(Model &model, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<LintDataOptions>(given, hooks, [&](const LintDataOptions &options) {
    return qopt::lintData(networkOf(model), options);
  }));
}

nb::object labelSamples(Model &model, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<LabelOptions>(given, hooks, [&](const LabelOptions &options) {
    return qopt::label(networkOf(model), options);
  }));
}

} // namespace

void addLookingFlows(nb::module_ &m) {
  m.def("compare", &compareModels, nb::arg("first"), nb::arg("second"), nb::arg("options"),
        nb::arg("hooks"));
  m.def("compare_defaults", &defaultsOf<CompareOptions>);
  m.def("lint_data", &lintDataOf, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def("lint_data_defaults", &defaultsOf<LintDataOptions>);
  m.def("label", &labelSamples, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def("label_defaults", &defaultsOf<LabelOptions>);
}

} // namespace qopt::python
