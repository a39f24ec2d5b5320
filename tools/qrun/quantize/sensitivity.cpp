#include "tools/qrun/quantize/sensitivity.h"

#include "tools/io/progress.h"
#include "tools/qrun/differences.h"
#include "tools/qrun/evaluation.h"
#include "tools/qrun/quantize/layers.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

constexpr int64_t mostSamples = 64;

/// Samples as the float network takes them, and what it answers.
struct Answered {
  std::vector<Tensor> inputs;
  std::vector<double> answer; // but for what fills up
};

class Ranking {
public:
  Ranking(const Quantizer &quantizer, const std::string &outputName)
      : quantizer(quantizer), outputName(outputName) {}

  Status answer() {
    auto model = compiled(quantizer.floats().clone(quantizer.floats().path));
    if (!model)
      return model.status();
    auto index = model->outputIndex(outputName);
    if (!index)
      return index.status();
    output = *index;
    SampleOptions samples = quantizer.options.samples;
    samples.selection.most = std::min(samples.selection.most, mostSamples);
    auto feeder = Feeder::open(samples, *model);
    if (!feeder)
      return feeder.status();
    auto keep = [&](Feeder::Batch &batch) {
      auto results = model->model->run(batch.inputs);
      if (results)
        batches.push_back({batch.inputs, answersOf(*model, output, (*results)[output], batch)});
      return results.status();
    };
    return feeder->forEach("rank layers, float", keep);
  }

  Expected<double> noiseWith(const std::string &floatLayer) const {
    auto module = quantizer.quantized(floatLayer, Warnings::Kept);
    if (!module)
      return module.status();
    auto model = compiled(std::move(*module));
    if (!model)
      return model.status();
    double noise = 0, power = 0;
    for (const Answered &batch : batches) {
      auto results = model->model->run(batch.inputs);
      if (!results)
        return results.status();
      const std::vector<double> is =
          realValues((*results)[output], model->model->outputs()[output].quantization);
      for (size_t i = 0; i < batch.answer.size(); ++i) {
        const double off = is[i] - batch.answer[i];
        noise += std::isfinite(off) ? off * off : 0;
        power += std::isfinite(off) ? batch.answer[i] * batch.answer[i] : 0;
      }
    }
    return power > 0 ? noise / power : noise;
  }

private:
  Expected<Contender> compiled(Loaded module) const {
    auto subject = Subject::compile(std::move(module), quantizer.options.device);
    return subject ? Expected<Contender>(Contender(std::move(*subject))) : subject.status();
  }

  const Quantizer &quantizer;
  const std::string &outputName;
  size_t output = 0;
  std::vector<Answered> batches;
};

} // namespace

Expected<std::vector<Sensitivity>> rankLayers(const Quantizer &quantizer,
                                              const std::string &outputName) {
  Ranking ranking(quantizer, outputName);
  if (Status status = ranking.answer(); !status.ok())
    return status;
  const std::vector<std::string> layers = weightedLayers(*quantizer.floats().module);
  std::vector<Sensitivity> ranked;
  io::Progress progress("rank layers", int64_t(layers.size()));
  for (const std::string &layer : layers) {
    auto noise = ranking.noiseWith(layer);
    if (!noise)
      return noise.status();
    ranked.push_back({layer, *noise});
    progress.update(int64_t(ranked.size()));
  }
  llvm::stable_sort(ranked,
                    [](const Sensitivity &a, const Sensitivity &b) { return a.noise < b.noise; });
  return ranked;
}

} // namespace qopt::run
