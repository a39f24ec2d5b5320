// repair and tune: flows that make a network answer better, or faster.
#include "tools/libqopt/flows/repair/repair.h"
#include "tools/libqopt/flows/tune/merge_tunings.h"
#include "tools/libqopt/flows/tune/tune.h"
#include "tools/python/bindings/flows/flows.h"

namespace qopt::python {

// ---- options ----

template <typename Visit> void visitFields(RepairOptions &options, Visit &&visit) {
  RepairerOptions &how = options.how;
  visit("equalizes", how.equalizes);
  visit("evens_channels", how.evensChannels);
  visit("smoothing", how.smoothing);
  visit("rounds", how.rounds);
  visit("corrects_bias", how.correctsBias);
  visit("bits", how.bits);
  visit("bits8", how.bits8);
  visit("group", how.group);
  visit("sequential", how.sequential);
  visit("sample_count", how.samples);
  visit("only", how.only);
  visit("all_but", how.except);
  visitFields(how.compile, visit);
  visit("samples", options.samples);
  visitFields(options.selection, visit);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visit("device", options.device);
  visit("model_name", options.modelName);
  visit("samples_name", options.samplesName);
  visit("output_name", options.outputName);
}

template <typename Visit> void visitFields(TuneOptions &options, Visit &&visit) {
  visit("device", options.device);
  visit("database", options.database);
  visit("batches", options.batches);
  visit("budget", options.budget);
  visit("part", options.part);
  visit("parts", options.parts);
  visit("seed", options.seed);
  visit("float_order", options.floatOrder);
  visit("libraries", options.libraries);
  visit("model_name", options.modelName);
}

// ---- results ----

template <typename Visit> void visitFields(const RepairReport::Layer &layer, Visit &&visit) {
  visit("name", layer.name);
  visit("error_before", layer.errorBefore);
  visit("error_after", layer.errorAfter);
  visit("bias_change", layer.biasChange);
  visit("rows", layer.rows);
  visit("terms", layer.terms);
  visit("held_channels", layer.heldChannels);
  visit("note", layer.note);
}

template <typename Visit> void visitFields(const RescaledLink &link, Visit &&visit) {
  visit("producer", link.producer);
  visit("readers", link.readers);
  visit("least", double(link.least));
  visit("greatest", double(link.greatest));
}

template <typename Visit> void visitFields(const SmoothedLayers::Skipped &skipped, Visit &&visit) {
  visit("layers", skipped.layers);
  visit("reason", skipped.reason);
}

// The network itself is bytes, which repairModel() adds.
template <typename Visit> void visitFields(const RepairResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("layers", result.layers);
  visit("repaired", result.report.layers);
  visit("too_wide", result.report.tooWide);
  visit("equalized", result.report.equalized);
  visit("evened", result.report.evened.done);
  visit("not_evened", result.report.evened.skipped);
  visit("smoothed", result.report.smoothed.done);
  visit("not_smoothed", result.report.smoothed.skipped);
}

template <typename Visit> void visitFields(const TunedChange &change, Visit &&visit) {
  visit("layers", change.layers);
  visit("before", change.before);
  visit("after", change.after);
  visit("old", change.from);
  visit("new", change.to);
}

template <typename Visit> void visitFields(const TunedBatch &batch, Visit &&visit) {
  visit("is_fixed", batch.isFixed);
  visit("batch", batch.batch);
  visit("improved", batch.improved);
  visit("measured", batch.measured);
  visit("before", batch.before);
  visit("after", batch.after);
  visit("changes", batch.changes);
}

template <typename Visit> void visitFields(const TunedRefusal &refusal, Visit &&visit) {
  visit("why", refusal.why);
  visit("count", refusal.count);
}

template <typename Visit> void visitFields(const TunedFailure &failure, Visit &&visit) {
  visit("why", failure.why);
  visit("places", failure.places);
}

template <typename Visit> void visitFields(const TuneResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("batches", result.batches);
  visit("refusals", result.refusals);
  visit("failures", result.failures);
  visit("measured", result.measured);
  visit("known", result.known);
  visit("remaining", result.remaining);
}

namespace {

nb::object repairModel(Model &model, nb::dict given, nb::tuple hooks) {
  const auto result = runFlow<RepairOptions>(given, hooks, [&](const RepairOptions &options) {
    return qopt::repair(networkOf(model), options);
  });
  nb::object fields = toPython(result);
  fields["bytecode"] = nb::bytes(result.bytecode.data(), result.bytecode.size());
  return fields;
}

nb::object tuneModel(Model &model, nb::dict given, nb::tuple hooks) {
  return toPython(runFlow<TuneOptions>(given, hooks, [&](const TuneOptions &options) {
    return qopt::tune(networkOf(model), options);
  }));
}

} // namespace

void addChangingFlows(nb::module_ &m) {
  m.def("repair", &repairModel, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def("repair_defaults", &defaultsOf<RepairOptions>);
  m.def("tune", &tuneModel, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def("tune_defaults", &defaultsOf<TuneOptions>);
  m.def(
      "merge_tunings",
      [](const std::vector<std::string> &parts, const std::string &output) {
        const Released released;
        return take(mergeTunings(parts, output));
      },
      nb::arg("parts"), nb::arg("output"), "Returns how many rows the database has.");
}

} // namespace qopt::python
