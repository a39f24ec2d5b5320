// explain: the flow that says where a quantized network loses.
#include "tools/libqopt/flows/explain/explain.h"
#include "tools/python/bindings/flows/flows.h"

namespace qopt::python {

template <typename Visit> void visitFields(ExplainOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("outputs", options.outputs);
  visit("looks", options.looks);
  visit("removes", options.removes);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("float_name", options.floatName);
  visit("quantized_name", options.quantizedName);
  visit("samples_name", options.samplesName);
}

/// Shares by cause, as a dict.
struct SharesByCause {
  const std::array<double, causeCount> &shares;
};
template <typename Visit> void visitFields(const SharesByCause &causes, Visit &&visit) {
  for (size_t i = 0; i < causeCount; ++i)
    visit(causeNames[i].data(), causes.shares[i]);
}

template <typename Visit> void visitFields(const ExplainedLayer &layer, Visit &&visit) {
  visit("name", layer.name);
  visit("operation", layer.operation);
  visit("value", layer.value);
  visit("type", layer.type);
  visit("has_weights", layer.hasWeights);
  visit("share", layer.share);
  visit("alone", layer.alone);
  visit("flip_share", layer.flipShare);
  visit("as_float", layer.asFloat);
  visit("removal", layer.removal);
  visit("causes", SharesByCause{layer.causes});
  visit("macs", layer.macs);
  visit("blamed", layer.blamed);
}

template <typename Visit> void visitFields(const ExplainedFlip &flip, Visit &&visit) {
  visit("sample", flip.sample);
  visit("before", flip.from);
  visit("after", flip.to);
  visit("layer", flip.layer);
  visit("part", flip.part);
}

template <typename Visit> void visitFields(const Mend &mend, Visit &&visit) {
  visit("layer", mend.layer);
  visit("kind", std::string(mendName(mend.kind)));
  visit("gain", mend.gain);
  visit("cost", mend.cost);
  visit("remedy", mend.remedy);
}

template <typename Visit> void visitFields(const ExplainedOutput &output, Visit &&visit) {
  visit("name", output.name);
  visit("sqnr", output.sqnr);
  visit("classes", output.classes);
  visit("flips", output.flips);
  visit("layers", output.layers);
  visit("rest", output.rest);
  visit("flipped", output.flipped);
  visit("mends", output.mends);
}

template <typename Visit> void visitFields(const ExplainResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("samples", result.samples);
  visit("outputs", result.outputs);
  visit("unexplained", result.unexplained);
}

static nb::object explainModels(Model &floats, Model &quantized, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<ExplainOptions>(given, hooks, [&](const ExplainOptions &options) {
    return qopt::explain(networkOf(floats), networkOf(quantized), options);
  }));
}

void addExplainingFlow(nb::module_ &m) {
  m.def("explain", &explainModels, nb::arg("floats"), nb::arg("quantized"), nb::arg("options"),
        nb::arg("hooks"));
  m.def("explain_defaults", &defaultsOf<ExplainOptions>);
}

} // namespace qopt::python
