#include "tools/libqopt/flows/lint/unlike_samples.h"

#include "tools/libqopt/flows/lint/first_layer_check.h"

using namespace qrt;

namespace qopt::run {
namespace {

constexpr int64_t mostSamples = 128, fewestSamples = 8; // fewer are of too little

/// Rows of which all values that are read are numbers.
std::vector<bool> soundRows(const Feeder::Batch &batch) {
  std::vector<bool> sound(size_t(batch.raw.count), true);
  for (auto [array, shared] : llvm::zip_equal(batch.raw.arrays, batch.raw.shared))
    if (!shared)
      for (auto [i, is] : llvm::enumerate(lint::finiteRows(array, batch.raw.count)))
        sound[i] = sound[i] && is;
  return sound;
}

struct Seen {
  FirstLayerCheck firstLayer;
  std::vector<lint::InputChecks> checks; // of each input
  int64_t samples = 0;
};

Status look(Seen &seen, Feeder &feeder, const std::vector<Port> &inputs, bool preprocessed) {
  for (const Port &port : inputs)
    seen.checks.emplace_back(port, preprocessed);
  return feeder.forEach("look at samples", [&](Feeder::Batch &batch) {
    const std::vector<bool> sound = soundRows(batch);
    seen.samples += llvm::count(sound, true);
    for (auto [check, raw, input, shared] :
         llvm::zip_equal(seen.checks, batch.raw.arrays, batch.inputs, batch.raw.shared))
      if (!shared)
        check.add(raw, input, sound);
    return seen.firstLayer.add(feeder, batch, inputs, preprocessed, sound);
  });
}

void tell(const Seen &seen, const Reports &reports, const std::string &data) {
  if (seen.samples < fewestSamples)
    return;
  for (const lint::Finding &finding : seen.firstLayer.judge(seen.checks, false).findings) {
    const std::string text = data + ": input '" + finding.tensor + "': " + finding.what + "; " +
                             finding.remedy + "; qrun lint-data looks closer";
    finding.severity == lint::Severity::Error ? reports.warn(text) : reports.note(text);
  }
}

} // namespace

Status warnOfUnlikeSamples(const Loaded &model, const std::string &device,
                           const CompileOptions &compile, const SampleOptions &samples) {
  Seen seen;
  // Layers that no device computes are reported by whoever needs all of the network.
  if (!model.module || !seen.firstLayer.create(*model.module, device, compile).ok() ||
      !seen.firstLayer.isThere())
    return {};
  auto ports = portsOf(*model.module);
  if (!ports)
    return ports.status();
  auto some = spreadOf(samples, model, ports->inputs, mostSamples);
  if (!some)
    return some.status();
  SampleOptions own = samples;
  own.selection = std::move(*some);
  auto feeder = Feeder::open(own, model, ports->inputs);
  if (!feeder)
    return feeder.status();
  if (Status status = look(seen, *feeder, ports->inputs, own.preprocessed); !status.ok())
    return status;
  tell(seen, *model.reports, samples.data);
  return {};
}

} // namespace qopt::run
