// quantize, evaluate and accuracy: flows that judge networks.
#include "tools/libqopt/flows/accuracy/accuracy.h"
#include "tools/libqopt/flows/evaluate/evaluate.h"
#include "tools/libqopt/flows/quantize/quantize.h"
#include "tools/libqopt/flows/recipe/pass_text.h"
#include "tools/python/bindings/flows/judged.h"

namespace qopt::python {

template <typename Visit> void visitFields(ContestOptions &contest, Visit &&visit) {
  visit("choose_samples", contest.chooseSamples);
  visit("choose_seconds", contest.chooseSeconds);
  visit("float_macs", contest.floatMacs);
}

template <typename Visit> void visitFields(QuantizeOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visit("test", options.test);
  visit("every", options.every);
  visit("labels", options.labels);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visitFields(options.recipe, visit);
  visitFields(options.contest, visit);
  visitFields(options.gates, visit);
  visit("outputs", options.outputs);
  visit("judge", options.judge);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("model_name", options.modelName);
  visit("output_name", options.outputName);
  visit("samples_name", options.samplesName);
  visit("test_name", options.testName);
  visit("labels_name", options.labelsName);
}

template <typename Visit> void visitFields(EvaluateOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("labels", options.labels);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visitFields(options.gates, visit);
  visit("outputs", options.outputs);
  visit("judge", options.judge);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("samples_name", options.samplesName);
  visit("labels_name", options.labelsName);
  visit("against_name", options.againstName);
}

template <typename Visit> void visitFields(AccuracyOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visit("test", options.test);
  visit("every", options.every);
  visit("labels", options.labels);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("grids", options.grids);
  visit("passes", options.passes);
  visit("outputs", options.outputs);
  visit("judge", options.judge);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("model_name", options.modelName);
  visit("samples_name", options.samplesName);
  visit("test_name", options.testName);
  visit("labels_name", options.labelsName);
}

template <typename Visit> void visitFields(const AccuracyRow &row, Visit &&visit) {
  visit("setting", row.setting);
  visit("commands", row.commands);
  visit("network", row.network);
}

template <typename Visit> void visitFields(const AccuracyResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("how", result.how);
  visit("settings", result.rows);
}

template <typename Visit> void visitFields(const ContestedSetting &setting, Visit &&visit) {
  visit("setting", setting.setting);
  visit("mode", setting.mode);
  visit("scheme", setting.scheme);
  visit("calibrator", setting.calibrator);
  visit("rounds", setting.rounds);
  visit("corrects_bias", setting.correctsBias);
  visit("smoothing", setting.smoothing);
  visit("samples", setting.samples);
  visit("worst", setting.worst);
  visit("mean", setting.mean);
}

template <typename Visit> void visitFields(const FloatChoice &floats, Visit &&visit) {
  visit("layers", floats.layers);
  visit("macs", floats.macs);
  visit("samples", floats.samples);
  visit("before", floats.before);
  visit("after", floats.after);
  visit("doubt", floats.doubt);
  visit("is_cut_short", floats.isCutShort);
}

template <typename Visit> void visitFields(const Contest &contest, Visit &&visit) {
  visit("chosen", contest.chosen);
  visit("usual", contest.usual);
  visit("samples", contest.samples);
  visit("is_cut_short", contest.isCutShort);
  visit("settings", contest.settings);
  visit("doubt", contest.doubt);
  visit("floats", contest.floats);
}

// The network itself is bytes, and the table of its ranges text, which quantizeModel() adds.
template <typename Visit> void visitFields(const QuantizeResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("is_within_gates", result.isWithinGates);
  visit("how", result.how);
  visit("contest", result.contest);
  visit("baseline", result.baseline);
  visit("tried", result.tried);
}

template <typename Visit> void visitFields(const EvaluateResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("how", result.how);
  visit("against", result.against);
  visit("networks", result.networks);
}

namespace {

nb::object quantizeModel(Model &model, nb::dict given, nb::tuple hooks) {
  auto result = runFlow<QuantizeOptions>(given, hooks, [&](const QuantizeOptions &options) {
    return qopt::quantize(networkOf(model), options);
  });
  nb::object fields = toPython(result);
  fields["bytecode"] = nb::bytes(result.bytecode.data(), result.bytecode.size());
  fields["table"] = tableText(result.calibration);
  return fields;
}

nb::object evaluateModels(Model &against, const std::vector<Model *> &models,
                          const std::vector<std::string> &names, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<EvaluateOptions>(given, hooks, [&](const EvaluateOptions &options) {
    std::vector<Network> networks;
    for (Model *model : models)
      networks.push_back(networkOf(*model));
    std::vector<NamedNetwork> named;
    for (size_t i = 0; i < networks.size(); ++i)
      named.push_back({&networks[i], names.at(i)});
    return qopt::evaluate(networkOf(against), named, options);
  }));
}

nb::object accuracyOf(Model &model, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<AccuracyOptions>(given, hooks, [&](const AccuracyOptions &options) {
    return qopt::accuracy(networkOf(model), options);
  }));
}

/// name → what it compares, in the order of their rows.
nb::dict grids() {
  nb::dict all;
  for (const AccuracyGrid &grid : accuracyGrids())
    all[grid.name.c_str()] = grid.summary;
  return all;
}

} // namespace

void addJudgingFlows(nb::module_ &m) {
  m.def("quantize", &quantizeModel, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def(
      "preparing_passes",
      [] {
        std::string all;
        for (llvm::StringRef pass : run::preparingPasses)
          all += (all.empty() ? "" : ",") + pass.str();
        return all;
      },
      "The pipeline that quantize begins with.");
  m.def("quantize_defaults", &defaultsOf<QuantizeOptions>);
  m.def("evaluate", &evaluateModels, nb::arg("against"), nb::arg("models"), nb::arg("names"),
        nb::arg("options"), nb::arg("hooks"));
  m.def("evaluate_defaults", &defaultsOf<EvaluateOptions>);
  m.def("accuracy", &accuracyOf, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def("accuracy_defaults", &defaultsOf<AccuracyOptions>);
  m.def("accuracy_grids", &grids, "Returns what each grid compares, by name.");
}

} // namespace qopt::python
