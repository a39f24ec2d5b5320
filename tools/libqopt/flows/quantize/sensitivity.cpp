#include "tools/libqopt/flows/quantize/sensitivity.h"

#include "tools/libqopt/flows/eval/judged_outputs.h"
#include "tools/libqopt/flows/eval/predicted_classes.h"
#include "tools/libqopt/flows/numbers/differences.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

constexpr int64_t mostSamples = 64;

constexpr size_t mostKept = size_t(1) << 27; // bytes; of more, the float network runs once more

/// Samples as the float network takes them, and what it answers.
struct Answered {
  std::vector<Tensor> inputs;
  int64_t rows = 0, samples = 0; // of a run, and real ones of them
  /// Of each output, in its own type: as f64 they would be twice as many. None where all batches
  /// have too many.
  std::vector<Piece> answers;
};

class Ranking {
public:
  Ranking(const Quantizer &quantizer, llvm::ArrayRef<std::string> outputNames)
      : quantizer(quantizer), outputNames(outputNames) {}

  Status answer() {
    auto model = compiled(quantizer.floats().clone(quantizer.floats().path));
    if (!model)
      return model.status();
    if (Status status = chooseOutputs(*model, outputNames); !status.ok())
      return status;
    for (const Answers &answers : model->outputs)
      outputs.push_back(answers.output);
    SampleOptions samples = quantizer.options.samples;
    auto some = spreadOf(samples, *model, model->model->inputs(), mostSamples);
    if (!some)
      return some.status();
    samples.selection = std::move(*some);
    auto feeder = Feeder::open(samples, *model);
    if (!feeder)
      return feeder.status();
    floats.emplace(std::move(*model));
    auto keep = [&](Feeder::Batch &batch) {
      batches.push_back({batch.inputs, batch.rows, batch.raw.count, {}});
      auto answers = floatAnswers(batches.back());
      if (answers)
        keepAnswers(std::move(*answers));
      return answers.status();
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
    std::vector<double> noise(outputs.size()), power(outputs.size());
    for (const Answered &batch : batches) {
      if (Status status = model->reports->checkCancelled(); !status.ok())
        return status;
      auto results = model->model->run(batch.inputs);
      if (!results)
        return results.status();
      auto again =
          batch.answers.empty() ? floatAnswers(batch) : Expected<std::vector<Piece>>(batch.answers);
      if (!again)
        return again.status();
      for (size_t i = 0; i < outputs.size(); ++i)
        add((*results)[outputs[i]], model->model->outputs()[outputs[i]].quantization, (*again)[i],
            noise[i], power[i]);
    }
    double sum = 0; // the worst output has most of it
    for (auto [off, all] : llvm::zip_equal(noise, power))
      sum += all > 0 ? off / all : off;
    return sum;
  }

private:
  Expected<std::vector<Piece>> floatAnswers(const Answered &of) const {
    auto results = floats->model->run(of.inputs);
    if (!results)
      return results.status();
    Feeder::Batch batch;
    batch.rows = of.rows;
    batch.raw.count = of.samples;
    std::vector<Piece> answers;
    for (size_t output : outputs)
      answers.push_back(pieceOf(*floats, output, (*results)[output], batch));
    return answers;
  }

  /// Of the last batch; of none where they are too many.
  void keepAnswers(std::vector<Piece> answers) {
    for (const Piece &piece : answers)
      bytes += piece.tensor.bytes();
    if (bytes <= mostKept)
      batches.back().answers = std::move(answers);
    else
      for (Answered &batch : batches)
        batch.answers.clear();
  }

  /// Some values at a time become f64.
  static void add(const Tensor &is, const std::optional<nn::QuantParams> &quantization,
                  const Piece &answer, double &noise, double &power) {
    const bool areIndices = !quantization && isInteger(is.type()); // equal or not, never near
    constexpr int64_t atOnce = 1 << 16;
    for (int64_t first = 0; first < answer.values; first += atOnce) {
      const int64_t count = std::min(atOnce, answer.values - first);
      const std::vector<double> own = realValues(is, quantization, first, count),
                                wanted =
                                    realValues(answer.tensor, answer.quantization, first, count);
      for (auto [value, real] : llvm::zip_equal(own, wanted)) {
        if (areIndices) {
          noise += value != real ? 1 : 0;
          power += 1;
          continue;
        }
        const double off = value - real;
        noise += std::isfinite(off) ? off * off : 0;
        power += std::isfinite(off) ? real * real : 0;
      }
    }
  }

  Expected<Contender> compiled(Loaded module) const {
    auto subject = Subject::compile(std::move(module), quantizer.options.device, {},
                                    quantizer.options.compile);
    return subject ? Expected<Contender>(Contender(std::move(*subject))) : subject.status();
  }

  const Quantizer &quantizer;
  llvm::ArrayRef<std::string> outputNames;
  std::vector<size_t> outputs;
  std::vector<Answered> batches;
  std::optional<Contender> floats;
  size_t bytes = 0; // of answers
};

} // namespace

Expected<std::vector<Sensitivity>> rankLayers(const Quantizer &quantizer,
                                              llvm::ArrayRef<std::string> layers,
                                              llvm::ArrayRef<std::string> outputNames) {
  Ranking ranking(quantizer, outputNames);
  if (Status status = ranking.answer(); !status.ok())
    return status;
  std::vector<Sensitivity> ranked;
  StepScope step(*quantizer.floats().reports, "rank layers", int64_t(layers.size()));
  for (const std::string &layer : layers) {
    auto noise = ranking.noiseWith(layer);
    if (!noise)
      return noise.status();
    ranked.push_back({layer, *noise});
    step.update(int64_t(ranked.size()));
  }
  llvm::stable_sort(ranked,
                    [](const Sensitivity &a, const Sensitivity &b) { return a.noise < b.noise; });
  return ranked;
}

} // namespace qopt::run
