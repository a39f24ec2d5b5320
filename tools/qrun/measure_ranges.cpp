#include "tools/qrun/measure_ranges.h"

#include "ir/values/origin.h"
#include "tools/qrun/sample_record.h"

using namespace qrt;

namespace qopt::run {

static void describe(const Loaded &subject, const Calibrator &calibrator,
                     Calibration &calibration) {
  calibration.source = nn::sourceOf(*subject.module).str();
  calibration.modelHash = moduleHash(*subject.module);
  for (const Port &port : calibrator.inputs())
    if (!port.mean.empty())
      calibration.preprocess[port.name] = {port.mean, port.std};
}

static int64_t fewest(const Calibrator &calibrator) {
  int64_t enough = std::numeric_limits<int64_t>::max();
  for (int pass = 2; pass <= calibrator.passes(); ++pass)
    enough = std::min(enough, calibrator.enoughSamples(pass));
  return enough == std::numeric_limits<int64_t>::max() ? 0 : enough;
}

static io::SampleSelection selectionOf(int pass, const Calibrator &calibrator,
                                       const SampleRecord &record, const io::SampleSelection &all) {
  std::vector<int64_t> some = record.some();
  if (calibrator.enoughSamples(pass) > int64_t(some.size()))
    return all;
  for (int64_t &place : some)
    place = all.sampleAt(place);
  io::SampleSelection selection;
  selection.chosen = std::make_shared<const std::vector<int64_t>>(std::move(some));
  return selection;
}

Expected<Calibration> measureRanges(const Loaded &subject, const std::string &device,
                                    CalibratorOptions how, const SampleOptions &samples) {
  how.compile = compileOptions();
  auto made = Calibrator::create(*subject.module, device, how);
  if (!made)
    return made.status();
  Calibrator &calibrator = **made;
  SampleOptions dealt = samples;
  if (!calibrator.mixesSamples().empty())
    dealt.batch = 1;
  const int passes = calibrator.passes();
  SampleRecord record(fewest(calibrator));
  for (int pass = 1;; ++pass) {
    if (pass > 1)
      dealt.selection = selectionOf(pass, calibrator, record, samples.selection);
    auto feeder = Feeder::open(dealt, subject.path, calibrator.inputs());
    if (!feeder)
      return feeder.status();
    auto show = [&](Feeder::Batch &batch) {
      if (pass == 1)
        record.add(batch.raw);
      return calibrator.add({batch.inputs, batch.raw.count, feeder->places(batch)});
    };
    const std::string label =
        passes == 1 ? "calibrate"
                    : "calibrate, pass " + std::to_string(pass) + " of " + std::to_string(passes);
    if (Status status = feeder->forEach(label, show); !status.ok())
      return status;
    auto more = calibrator.nextPass();
    if (!more)
      return more.status();
    if (!*more)
      break;
  }
  Calibration calibration = calibrator.finish();
  describe(subject, calibrator, calibration);
  calibration.data = record.hash();
  return calibration;
}

} // namespace qopt::run
