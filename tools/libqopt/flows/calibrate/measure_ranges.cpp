#include "tools/libqopt/flows/calibrate/measure_ranges.h"

#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "tools/libqopt/flows/feed/sample_record.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/numbers/number_text.h"

using namespace qrt;

namespace qopt::run {

static void describe(const Loaded &subject, const Calibrator &calibrator,
                     Calibration &calibration) {
  calibration.source = nn::sourceOf(*subject.module).str();
  for (const Port &port : calibrator.inputs())
    if (port.preprocess != nn::Preprocess())
      calibration.preprocess[port.name] = port.preprocess;
}

// Selects the samples that stand for all.
static SampleSelection someOf(const SampleRecord &record, const SampleSelection &all) {
  std::vector<int64_t> places = record.some();
  for (int64_t &place : places)
    place = all.sampleAt(place);
  SampleSelection selection;
  selection.chosen = std::make_shared<const std::vector<int64_t>>(std::move(places));
  return selection;
}

Status checkFloat(const Loaded &subject) {
  const size_t layers = countIntegerLayers(*subject.module);
  if (layers == 0 || layers != weightedLayers(*subject.module).size())
    return {};
  return invalidArgument(subject.path + ": is quantized already (" + std::to_string(layers) +
                         " integer layers with constant ranges): calibrate the float network");
}

void warnOfSamples(const Loaded &subject, const std::string &data, const Calibration &calibration) {
  constexpr int64_t few = 32; // a hundred is what ranges settle at; trials doubt fewer, too
  if (calibration.samples < few)
    subject.reports->warn(
        data + ": " + std::to_string(calibration.samples) +
        (calibration.samples == 1 ? " sample is" : " samples are") +
        " too few to measure ranges reliably; give a hundred that look like those of use");
  for (const std::string &input : nn::inputNames(nn::entryOf(*subject.module))) {
    auto range = calibration.ranges.find(input);
    if (range != calibration.ranges.end() && range->second.min == range->second.max)
      subject.reports->warn(
          data + ": input '" + input + "' is " + io::shortest(range->second.min) +
          " in all samples: ranges that follow from it are meaningless; check the samples");
  }
}

Expected<Calibration> measureRanges(const Loaded &subject, const std::string &device,
                                    const CompileSettings &compile, CalibratorOptions how,
                                    const SampleOptions &samples, Provenance provenance) {
  how.compile = compile;
  auto made = [&] {
    const StepScope step(*subject.reports, "prepare calibration");
    return Calibrator::create(*subject.module, device, how);
  }();
  if (!made)
    return made.status();
  Calibrator &calibrator = **made;
  SampleOptions dealt = samples;
  const int passes = calibrator.passes();
  const std::optional<int64_t> few = calibrator.lastPassSamples();
  SampleRecord record(few.value_or(0));
  const bool choosesSome = few && passes > 1; // by their digests
  const bool isRecorded = provenance == Provenance::Told || choosesSome;
  for (int pass = 1;; ++pass) {
    if (choosesSome && pass == passes)
      dealt.selection = someOf(record, samples.selection);
    dealt.batch = calibrator.batchFor(samples.batch);
    auto feeder = Feeder::open(dealt, subject, calibrator.inputs());
    if (!feeder)
      return feeder.status();
    auto show = [&](Feeder::Batch &batch) {
      if (pass == 1 && isRecorded)
        record.add(batch.raw);
      return calibrator.add({batch.inputs, batch.raw.count, feeder->places(batch)});
    };
    const std::string label =
        passes == 1 ? "calibrate"
                    : "calibrate, pass " + std::to_string(pass) + " of " + std::to_string(passes);
    if (Status status = feeder->forEach(label, show); !status.ok())
      return status;
    auto more = [&] {
      const StepScope step(*subject.reports, label + ", evaluate statistics");
      return calibrator.nextPass();
    }();
    if (!more)
      return more.status();
    if (!*more)
      break;
  }
  const StepScope step(*subject.reports, "choose ranges");
  Calibration calibration = calibrator.finish();
  for (const std::string &line : calibrator.warnings())
    subject.reports->warn(line);
  describe(subject, calibrator, calibration);
  if (provenance == Provenance::Told) {
    calibration.modelHash = moduleHash(*subject.module);
    calibration.data = record.hash();
  }
  return calibration;
}

} // namespace qopt::run
