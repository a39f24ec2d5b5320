#include "tools/libqopt/flows/repair/repair_model.h"

using namespace qrt;

namespace qopt::run {
namespace {

/// The model's feeder, so many samples in a run.
Expected<Feeder> feederOf(const Loaded &subject, SampleOptions samples, int64_t batch) {
  auto ports = portsOf(*subject.module);
  if (!ports)
    return ports.status();
  samples.batch = batch;
  return Feeder::open(samples, subject, ports->inputs);
}

/// Returns how many samples there are to look at.
Expected<int64_t> countOf(const Loaded &subject, const SampleOptions &samples) {
  auto all = feederOf(subject, samples, 1);
  if (!all)
    return all.status();
  const int64_t total = all->samples().total();
  return total > 0
             ? Expected(total)
             : invalidArgument(samples.data + ": does not tell how many samples it has, which "
                                              "repair needs to know: give samples with a count");
}

/// All of them, once.
Status showAll(Repairer &repairer, const Loaded &subject, const SampleOptions &samples,
               const std::string &label) {
  auto feeder = feederOf(subject, samples, repairer.batchFor(samples.batch));
  if (!feeder)
    return feeder.status();
  auto show = [&](Feeder::Batch &batch) {
    return repairer.add({batch.inputs, batch.raw.count, feeder->places(batch)});
  };
  if (repairer.readsSamples())
    if (Status status = feeder->forEach(label, show); !status.ok())
      return status;
  const StepScope step(*subject.reports, label + ", evaluate statistics");
  return repairer.endPass();
}

} // namespace

Expected<ModelRepair> repairModel(Loaded &subject, const std::string &device,
                                  const CompileSettings &compile, RepairerOptions how,
                                  SampleOptions samples) {
  how.compile = compile;
  if (how.measures()) {
    auto total = countOf(subject, samples);
    if (!total)
      return total.status();
    samples.selection = samples.selection.spread(how.samples, *total);
    how.samples = std::min(how.samples, *total);
  }
  auto made = [&] {
    const StepScope step(*subject.reports, "prepare repair");
    return Repairer::create(*subject.module, device, how);
  }();
  if (!made)
    return Status(made.status().code(), subject.path + ": " + made.status().message());
  Repairer &repairer = **made;
  const size_t layers = repairer.layers();
  const int passes = layers == 0 ? 0 : repairer.passes();
  for (int pass = 1; pass <= passes; ++pass) {
    const std::string label =
        "repair, pass " + std::to_string(pass) + " of " + std::to_string(passes);
    if (Status status = showAll(repairer, subject, samples, label); !status.ok())
      return status;
  }
  const StepScope step(*subject.reports, "repair, last step");
  RepairReport report = repairer.finish();
  for (const auto *links : {&report.equalized, &report.evened.done, &report.smoothed.done})
    subject.layers.follow(*links);
  return ModelRepair{std::move(report), layers};
}

} // namespace qopt::run
