#include "tools/libqopt/flows/search/errors/error_measurement.h"

#include "tools/libqopt/flows/numbers/differences.h"

#include <cmath>
#include <numeric>

using namespace qrt;

namespace qopt::run {
namespace {

constexpr const char *device = "host";

/// Steele, Lea and Flood's mixing function (SplitMix64).
uint64_t mixed(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// Adds the values, each over `root`, into `size` places.
void addSketch(llvm::ArrayRef<double> values, double root, size_t size, ErrorVector &to) {
  const size_t first = to.size();
  to.resize(first + size, 0);
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t drawn = mixed(i);
    if (values.size() <= size)
      to[first + i] = values[i] / root;
    else
      to[first + (drawn >> 1) % size] += (drawn & 1 ? values[i] : -values[i]) / root;
  }
}

double powerOf(llvm::ArrayRef<double> values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

} // namespace

Expected<ErrorMeasurement::Answers> ErrorMeasurement::answersOf(const Subject &subject) const {
  const std::vector<Port> ports = subject.model->outputs();
  Answers answers(places.size());
  for (auto [batch, count] : llvm::zip_equal(inputs, rows)) {
    auto results = subject.model->run(batch);
    if (!results)
      return results.status();
    for (auto [place, all] : llvm::zip_equal(places, answers)) {
      const Tensor &tensor = (*results)[place];
      const int64_t told = tensor.size() / count.first * count.second;
      llvm::append_range(all, realValues(tensor, ports[place].quantization, 0, told));
    }
  }
  return answers;
}

static bool isReal(const Port &port) { return port.quantization || port.type == ElementType::F32; }

Expected<ErrorMeasurement>
ErrorMeasurement::of(const Loaded &floats, SampleOptions samples, const CompileSettings &compile,
                     llvm::ArrayRef<std::string> outputs, int64_t looks, size_t most) {
  auto subject = Subject::compile(floats.clone(floats.path), device, {}, compile);
  if (!subject)
    return subject.status();
  auto selection = spreadOf(samples, *subject, subject->model->inputs(), looks);
  if (!selection)
    return selection.status();
  samples.selection = *selection;
  ErrorMeasurement made;
  made.compile = compile;
  for (auto [i, port] : llvm::enumerate(subject->model->outputs()))
    if (isReal(port) && (outputs.empty() || llvm::is_contained(outputs, port.name)))
      made.places.push_back(i);
  if (made.places.empty())
    return invalidArgument(floats.path + ": none of the outputs has real values, whose error a "
                                         "search could measure");
  auto feeder = Feeder::open(samples, *subject);
  if (!feeder)
    return feeder.status();
  Status status = feeder->forEach("answer", [&](Feeder::Batch &batch) {
    made.inputs.push_back(batch.inputs);
    made.rows.emplace_back(std::max<int64_t>(batch.rows, 1), batch.raw.count);
    made.looked += batch.raw.count;
    return Status();
  });
  if (!status.ok())
    return status;
  auto answers = made.answersOf(*subject);
  if (!answers)
    return answers.status();
  made.wanted = std::move(*answers);
  for (const std::vector<double> &output : made.wanted)
    made.outputSizes.push_back(std::min(output.size(), most / made.wanted.size() + 1));
  return made;
}

void ErrorMeasurement::addSamples(llvm::SHA256 &sum) const {
  for (const std::vector<Tensor> &batch : inputs)
    for (const Tensor &tensor : batch)
      sum.update(llvm::ArrayRef(static_cast<const uint8_t *>(tensor.data()), tensor.bytes()));
}

bool ErrorMeasurement::mayBeOf(const MeasuredErrors &kept) const {
  return kept.noise.size() == outputSizes.size() &&
         kept.errors.size() == std::accumulate(outputSizes.begin(), outputSizes.end(), size_t(0));
}

Expected<MeasuredErrors> ErrorMeasurement::errorsOf(Loaded network) const {
  if (Status status = network.reports->checkCancelled(); !status.ok())
    return status;
  const std::string compared = network.path;
  auto subject = Subject::compile(std::move(network), device, {}, compile);
  if (!subject)
    return subject.status();
  auto answers = answersOf(*subject);
  if (!answers)
    return answers.status();
  MeasuredErrors measured;
  for (auto [own, real, size] : llvm::zip_equal(*answers, wanted, outputSizes)) {
    if (own.size() != real.size())
      return invalidArgument(compared + ": an output has " + std::to_string(own.size()) +
                             " values of the samples where the float network's has " +
                             std::to_string(real.size()) +
                             ", so that no error can be measured; name other outputs to judge by");
    const double root = std::sqrt(std::max(powerOf(real), 1e-300));
    std::vector<double> error(real.size());
    for (size_t i = 0; i < error.size(); ++i)
      error[i] = own[i] - real[i];
    const double noise = powerOf(error) / (root * root);
    measured.noise.push_back(std::isnan(noise) ? HUGE_VAL : noise);
    addSketch(error, root, size, measured.errors);
  }
  return measured;
}

} // namespace qopt::run
