#include "tools/libqopt/flows/quantize/answered_samples.h"

#include "tools/libqopt/flows/eval/judged_outputs.h"
#include "tools/libqopt/flows/eval/predicted_classes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>

using namespace qrt;

namespace qopt::run {

Expected<Contender> contenderOf(const Quantizer &quantizer, Loaded network,
                                llvm::ArrayRef<std::string> outputNames) {
  auto subject =
      Subject::compile(std::move(network), quantizer.options.device, {}, quantizer.options.compile);
  if (!subject)
    return subject.status();
  Contender contender(std::move(*subject));
  Status status = chooseOutputs(contender, outputNames);
  return status.ok() ? Expected(std::move(contender)) : status;
}

static size_t bytesOf(llvm::ArrayRef<Tensor> tensors) {
  size_t bytes = 0;
  for (const Tensor &tensor : tensors)
    bytes += tensor.bytes();
  return bytes;
}

Expected<AnsweredSamples> AnsweredSamples::of(const Contender &floats, const SampleOptions &samples,
                                              const std::string &label, size_t mostBytes) {
  AnsweredSamples answered;
  for (const Answers &answers : floats.outputs) {
    answered.outputs.push_back(answers.output);
    answered.names.push_back(answers.name);
  }
  SampleOptions dealt = samples;
  dealt.batch = batchWithin(*floats.model, MemoryBudget().run, samples.batch);
  auto feeder = Feeder::open(dealt, floats);
  if (!feeder)
    return feeder.status();
  size_t bytes = 0;
  auto keep = [&](Feeder::Batch &batch) {
    if (bytes > mostBytes) {
      answered.missing += batch.raw.count;
      return Status();
    }
    auto results = floats.model->run(batch.inputs);
    if (!results)
      return results.status();
    bytes += bytesOf(batch.inputs) + bytesOf(*results);
    if (bytes > mostBytes && !answered.batches.empty()) {
      answered.missing += batch.raw.count;
      return Status();
    }
    answered.batches.push_back({batch.inputs, {}});
    for (size_t output : answered.outputs)
      answered.batches.back().answers.push_back(pieceOf(floats, output, (*results)[output], batch));
    return Status();
  };
  Status status = feeder->forEach(label, keep);
  return status.ok() ? Expected(std::move(answered)) : status;
}

namespace {

// Sums run side by side, whatever the processor: adding to a single one waits for each addition.
constexpr size_t sumsAtOnce = 8;
using Sums = std::array<double, sumsAtOnce>;

/// Adds what one value tells. No number where the float network has one is as bad as can be.
void addValue(double value, double real, bool areIndices, double &noise, double &power) {
  if (areIndices) {
    noise += value != real ? 1 : 0;
    power += 1;
    return;
  }
  const double off = value - real, square = off * off;
  const bool counts = std::isfinite(real);
  noise += !counts ? 0 : std::isfinite(off) ? square : HUGE_VAL;
  power += counts ? real * real : 0;
}

/// Sets `noise` and `power` to the sums of what values of one sample tell: `addOne(value, real,
/// noises, powers)` adds one's.
template <typename AddOne>
void addValuesBy(AddOne addOne, std::span<const double> own, std::span<const double> wanted,
                 double &noise, double &power) {
  Sums noises = {}, powers = {};
  const size_t even = own.size() / sumsAtOnce * sumsAtOnce;
  for (size_t i = 0; i < even; i += sumsAtOnce)
    for (size_t j = 0; j < sumsAtOnce; ++j)
      addOne(own[i + j], wanted[i + j], noises[j], powers[j]);
  for (size_t i = even; i < own.size(); ++i)
    addOne(own[i], wanted[i], noises[i - even], powers[i - even]);
  noise = std::accumulate(noises.begin(), noises.end(), 0.0);
  power = std::accumulate(powers.begin(), powers.end(), 0.0);
}

/// Adds what values of one sample tell. Sums that are finite had numbers alone, which need no
/// looking at.
void addValues(std::span<const double> own, std::span<const double> wanted, bool areIndices,
               double &noise, double &power) {
  double ownNoise = HUGE_VAL, ownPower = 0;
  auto addNumber = [](double value, double real, double &noises, double &powers) {
    noises += (value - real) * (value - real);
    powers += real * real;
  };
  if (!areIndices)
    addValuesBy(addNumber, own, wanted, ownNoise, ownPower);
  auto addOne = [&](double value, double real, double &noises, double &powers) {
    addValue(value, real, areIndices, noises, powers);
  };
  if (!std::isfinite(ownNoise) || !std::isfinite(ownPower))
    addValuesBy(addOne, own, wanted, ownNoise, ownPower);
  noise += ownNoise;
  power += ownPower;
}

/// Some values at a time become f64. Values of a batch that are no sample's own are its first's.
void addPiece(const Tensor &is, const std::optional<nn::QuantParams> &quantization,
              const Piece &answer, OutputNoise &to) {
  const bool areIndices = !quantization && isInteger(is.type()); // equal or not, never near
  const size_t first = to.noise.size();
  to.noise.resize(first + size_t(answer.samples));
  to.power.resize(to.noise.size());
  const bool bySample = answer.samples > 0 && answer.values % answer.samples == 0;
  const int64_t stride = bySample ? answer.values / answer.samples : answer.values;
  constexpr int64_t atOnce = 1 << 12;
  for (int64_t begin = 0; begin < answer.values;) {
    const int64_t sample = begin / stride;
    const int64_t count = std::min(atOnce, (sample + 1) * stride - begin);
    const std::vector<double> own = realValues(is, quantization, begin, count),
                              wanted = realValues(answer.tensor, answer.quantization, begin, count);
    const size_t at = first + size_t(sample);
    addValues(own, wanted, areIndices, to.noise[at], to.power[at]);
    begin += count;
  }
}

} // namespace

std::vector<std::vector<Tensor>> AnsweredSamples::inputs() const {
  std::vector<std::vector<Tensor>> all;
  for (const Batch &batch : batches)
    all.push_back(batch.inputs);
  return all;
}

Expected<SampleNoise> AnsweredSamples::noiseOf(const Subject &network,
                                               llvm::ArrayRef<std::vector<Tensor>> inputs) const {
  SampleNoise all;
  for (const std::string &name : names)
    all.outputs.push_back({name, {}, {}});
  for (const auto &[batch, own] : llvm::zip_equal(batches, inputs)) {
    if (Status status = network.reports->checkCancelled(); !status.ok())
      return status;
    auto results = network.model->run(own);
    if (!results)
      return results.status();
    for (size_t i = 0; i < outputs.size(); ++i)
      addPiece((*results)[outputs[i]], network.model->outputs()[outputs[i]].quantization,
               batch.answers[i], all.outputs[i]);
  }
  return all;
}

static Expected<double> secondsOf(const Contender &network, llvm::ArrayRef<Tensor> inputs) {
  const auto begin = std::chrono::steady_clock::now();
  auto results = network.model->run(inputs);
  if (!results)
    return results.status();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Expected<double> AnsweredSamples::timesAsLong(const Contender &network,
                                              const Contender &other) const {
  std::vector<double> ratios;
  for (const Batch &batch : batches) {
    auto own = secondsOf(network, batch.inputs), others = secondsOf(other, batch.inputs);
    if (!own || !others)
      return own ? others.status() : own.status();
    ratios.push_back(*own / std::max(*others, 1e-9));
  }
  const auto middle = ratios.begin() + std::ptrdiff_t(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  return *middle;
}

Expected<const AnsweredSamples *> CalibratingAnswers::get() {
  constexpr int64_t most = 64;
  if (!answered) {
    auto made = answeredByFloats(quantizer, outputNames, most, "choose what stays float");
    if (!made)
      return made.status();
    answered = std::move(*made);
  }
  return &*answered;
}

Expected<SampleNoise> CalibratingAnswers::noiseOf(Loaded network) {
  auto answers = get();
  if (!answers)
    return answers.status();
  auto integers = contenderOf(quantizer, std::move(network), outputNames);
  return integers ? (*answers)->noiseOf(*integers) : integers.status();
}

Expected<int64_t> samplesThatCalibrate(const Quantizer &quantizer) {
  auto ports = portsOf(*quantizer.floats().module);
  if (!ports)
    return ports.status();
  auto feeder = Feeder::open(quantizer.options.samples, quantizer.floats(), ports->inputs);
  return feeder ? Expected(feeder->samples().total()) : feeder.status();
}

Expected<AnsweredSamples> answeredByFloats(const Quantizer &quantizer,
                                           llvm::ArrayRef<std::string> outputNames, int64_t most,
                                           const std::string &what) {
  const Loaded &network = quantizer.floats();
  auto floats = contenderOf(quantizer, network.clone(network.path), outputNames);
  if (!floats)
    return floats.status();
  SampleOptions samples = quantizer.options.samples;
  auto some = spreadOf(samples, *floats, floats->model->inputs(), most);
  if (!some)
    return some.status();
  samples.selection = std::move(*some);
  auto answered = AnsweredSamples::of(*floats, samples, what + ", float");
  if (answered && answered->leftOut())
    network.reports->note(std::to_string(answered->leftOut()) + " samples do not " + what +
                          ": inputs and answers of all would take more memory than may be held");
  return answered;
}

} // namespace qopt::run
