#include "tools/libqopt/flows/explain/removed.h"

#include "ir/values/keys.h"
#include "tools/libqopt/flows/explain/removal.h"

using namespace qrt;

namespace qopt::run {
namespace {

class Removals {
public:
  Removals(const Loaded &floats, const Loaded &quantized, const ExplainSettings &settings)
      : floats(floats), quantized(quantized), settings(settings) {}

  /// Keeps the samples, and what the float network answers.
  Status answer(const std::string &output) {
    auto subject =
        Subject::compile(floats.clone(floats.path), settings.device, {}, settings.compile);
    if (!subject)
      return subject.status();
    const std::vector<std::string> names = namesOf(subject->model->outputs());
    place = size_t(llvm::find(names, output) - names.begin());
    auto feeder = Feeder::open(settings, *subject);
    if (!feeder)
      return feeder.status();
    return feeder->forEach("answer", [&](Feeder::Batch &batch) {
      auto results = subject->model->run(batch.inputs);
      if (!results)
        return results.status();
      inputs.push_back(batch.inputs);
      wanted.push_back((*results)[place]);
      const int64_t all = wanted.back().size();
      told.push_back(size_t(batch.rows > 0 ? all / batch.rows * batch.raw.count : all));
      return Status();
    });
  }

  /// Returns the output's squared error where the value's own is taken away.
  Expected<double> noiseWithout(const std::string &value) const {
    if (Status status = floats.reports->checkCancelled(); !status.ok())
      return status;
    auto joined = joinNetworks(floats, quantized);
    if (!joined)
      return joined.status();
    Loaded network = withoutErrorOf(std::move(*joined), value);
    if (Status status = runPasses(*network.module, "strip-unused", network.path); !status.ok())
      return status;
    auto subject = Subject::compile(std::move(network), settings.device, {}, settings.compile);
    if (!subject)
      return subject.status();
    double noise = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      auto results = subject->model->run(inputs[i]);
      if (!results)
        return results.status();
      for (auto [is, was] : llvm::zip_equal((*results)[place].values<float>().first(told[i]),
                                            wanted[i].values<float>().first(told[i])))
        noise += (double(is) - double(was)) * (double(is) - double(was));
    }
    return noise;
  }

private:
  const Loaded &floats, &quantized;
  const ExplainSettings &settings;
  size_t place = 0; // of the output
  std::vector<std::vector<Tensor>> inputs;
  std::vector<Tensor> wanted;
  std::vector<size_t> told; // elements of each that are of samples, and fill no batch
};

} // namespace

Status removeInTurn(const Loaded &floats, const Loaded &quantized, const ExplainSettings &settings,
                    ExplainResult &result) {
  ExplainedOutput &output = result.outputs.front();
  Removals removals(floats, quantized, settings);
  if (Status status = removals.answer(output.name); !status.ok())
    return status;
  StepScope step(*floats.reports, "remove in turn", int64_t(output.layers.size()));
  auto all = removals.noiseWithout("");
  if (!all)
    return all.status();
  for (auto [i, layer] : llvm::enumerate(output.layers)) {
    auto noise = removals.noiseWithout(layer.value);
    if (!noise)
      return noise.status();
    layer.removal = *all > 0 ? 1 - *noise / *all : 0;
    step.update(int64_t(i) + 1);
  }
  return {};
}

} // namespace qopt::run
