// qrun calibrate: the range of every value over a set of samples.
#include "tools/qrun/feeder.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/calibration.h"
#include "tools/io/file.h"
#include "tools/io/progress.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <CLI/App.hpp>
#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

struct CalibrateOptions {
  LoadOptions load;
  std::string model, data, output, device = "host";
  int64_t batch = 32;
  bool preprocessed = false;
};

/// Streams the samples' identity and the inputs' ranges while batches go by.
class SampleRecord {
public:
  void add(const CompiledModel &model, const Feeder::Batch &batch);
  void finish(const CompiledModel &model, io::Calibration &calibration);

private:
  std::vector<llvm::SHA256> hashes; // an input each: batches leave no trace
  std::vector<MinMax> inputs;
  int64_t samples = 0;
};

void SampleRecord::add(const CompiledModel &model, const Feeder::Batch &batch) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  inputs.resize(model.inputs().size(), {infinity, -infinity, 0});
  hashes.resize(inputs.size());
  for (auto [i, array] : llvm::enumerate(batch.raw.arrays)) {
    Shape sample(array.shape().begin() + 1, array.shape().end());
    if (samples == 0)
      hashes[i].update(std::string(elementTypeName(array.type())) + " " + shapeToString(sample) +
                       "\n");
    // What serves all samples counts once for each.
    for (int64_t times = batch.raw.shared[i] ? batch.raw.count : 1; times > 0; --times)
      hashes[i].update({static_cast<const uint8_t *>(array.data()), array.bytes()});
  }
  for (auto [range, tensor] : llvm::zip(inputs, batch.inputs)) {
    if (tensor.type() != ElementType::F32)
      continue;
    MinMax seen = minMax(Execution(), tensor.values<float>().data(), tensor.size());
    range.min = std::min(range.min, seen.min);
    range.max = std::max(range.max, seen.max);
  }
  samples += batch.raw.count;
}

void SampleRecord::finish(const CompiledModel &model, io::Calibration &calibration) {
  calibration.samples = samples;
  llvm::SHA256 all;
  for (llvm::SHA256 &hash : hashes)
    all.update(hash.final());
  calibration.dataHash = llvm::toHex(all.final(), /*LowerCase=*/true);
  for (auto [port, range] : llvm::zip(model.inputs(), inputs)) {
    if (range.min <= range.max)
      calibration.ranges[port.name] = {range.min, range.max};
    if (!port.mean.empty())
      calibration.preprocess[port.name] = {port.mean, port.std};
  }
}

/// The first layer whose values are no finite numbers, as an error.
Status checkFinite(const Observations &observations, const io::SampleReader &samples,
                   const io::SampleBatch &batch) {
  for (const auto &[key, range] : observations) {
    bool nan = range.nans || std::isnan(range.min) || std::isnan(range.max);
    bool seen = range.min <= range.max; // else nothing was compared yet
    if (nan || (seen && (std::isinf(range.min) || std::isinf(range.max))))
      return invalidArgument("layer '" + key + "' computes " + (nan ? "a NaN" : "an infinity") +
                             " in the batch that begins at " + samples.place(batch.first) +
                             "; check the preprocessing and the model");
  }
  return {};
}

Status streamAll(CompiledModel &model, Feeder &feeder, SampleRecord &record, Observations &ranges) {
  io::Progress progress("calibrate", feeder.samples().total());
  while (true) {
    auto batch = feeder.next();
    if (!batch)
      return batch.status();
    if (!*batch)
      return {};
    if (auto outputs = model.run((*batch)->inputs); !outputs)
      return outputs.status();
    auto seen = model.observations();
    if (!seen)
      return seen.status();
    ranges = std::move(*seen);
    if (Status status = checkFinite(ranges, feeder.samples(), (*batch)->raw); !status.ok())
      return status;
    record.add(model, **batch);
    progress.update((*batch)->raw.first + (*batch)->raw.count);
  }
}

int calibrate(const CalibrateOptions &options) {
  if (Status status = io::checkWritable(options.output, {options.model, options.data});
      !status.ok())
    return report(status);
  CompileOptions compileOptions;
  compileOptions.observe = true;
  auto subject = Subject::createFor(SampleFiles(options.data), options.model, options.device,
                                    options.load, compileOptions);
  if (!subject)
    return report(subject.status());
  CompiledModel &model = *subject->model;
  auto feeder = Feeder::open(options.data, *subject, options.batch, options.preprocessed);
  if (!feeder)
    return report(feeder.status());
  SampleRecord record;
  Observations ranges;
  if (Status status = streamAll(model, *feeder, record, ranges); !status.ok())
    return report(status);
  io::Calibration calibration;
  calibration.modelHash = moduleHash(*subject->module);
  for (const auto &[key, range] : ranges)
    if (range.min <= range.max)
      calibration.ranges[key] = {range.min, range.max};
  record.finish(model, calibration);
  return report(io::writeCalibration(options.output, calibration));
}

} // namespace

void addCalibrate(CLI::App &app, int &code) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App *command =
      app.add_subcommand("calibrate", "Measure the range of every value over a set of samples");
  command->add_option("model", options->model, alternatives(formatExtensions()))->required();
  command->add_option("--data", options->data, "A .npz, a .npy, or a folder of them")->required();
  command->add_option("-o,--output", options->output, "The calibration file (JSON)")->required();
  command->add_option("--device", options->device, "Where to run");
  command->add_option("--batch", options->batch, "Samples in one run")
      ->check(CLI::Range(1, 1 << 20));
  addLoadOptions(*command, options->load);
  command->add_flag("--preprocessed", options->preprocessed,
                    "f32 arrays are what the model takes, not raw samples");
  command->callback([options, &code] { code = calibrate(*options); });
}

} // namespace qopt::run
