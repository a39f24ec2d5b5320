// This tool judges each setting that competes in qrun quantize, and writes the noise of each
// sample, by which rules.py compares rules of choice: setting_noise MODEL --data=FILE --test=FILE
// --output=FILE
// [--weights=FILE] [--preprocessed] [--batch=N] [--choose-samples=N], as qrun quantize has them.
//
// The file: {"settings": [{"setting", "mode", "scheme", "calibrator", "tries_ranges", "repairs",
// "halves": [N, N], "test": N}]}, the simplest first. N: [{"output", "noise": […], "power": […]}],
// of each sample; `halves` are of samples of --data, as the contest has them (contest.h); `test` is
// of the recipe that all of --data makes, as the printed commands would, judged by --test, which
// calibrated nothing.
#include "test/networks/peers/setting_noise_options.h"

#include "tools/io/file.h"
#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/numbers/spread.h"
#include "tools/libqopt/flows/quantize/answered_samples.h"
#include "tools/libqopt/flows/quantize/candidates.h"
#include "tools/libqopt/flows/quantize/competitors.h"
#include "tools/libqopt/flows/quantize/held_back.h"
#include "tools/qrun/feed/model.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/quantize/options.h"

#include "llvm/Support/JSON.h"

#include <array>

using namespace qrt;
using namespace qopt;
using namespace qopt::run;

namespace {

/// Recipes as they are made in the end, of all samples that calibrate. What several share is made
/// once: a repaired network, and statistics of a network's values.
class Finished {
public:
  static Expected<Finished> of(Quantizer &quantizer, const EvaluationOptions &test);
  Expected<SampleNoise> noiseOf(const Recipe &recipe);

private:
  Finished(Quantizer &quantizer, std::vector<std::string> outputs)
      : quantizer(quantizer), outputs(std::move(outputs)) {}

  using Repairs = std::tuple<double, bool, bool>; // smoothing, rounds, corrects bias
  static Repairs repairsOf(const Recipe &recipe) {
    return {*recipe.smoothing, *recipe.rounds, *recipe.correctsBias};
  }
  Status repair(const Recipe &recipe);
  Status measure(const Recipe &recipe);

  Quantizer &quantizer;
  std::vector<std::string> outputs;
  std::optional<AnsweredSamples> answered;
  std::map<Repairs, Loaded> repaired;
  std::map<Repairs, Calibration> seen;
};

Expected<Finished> Finished::of(Quantizer &quantizer, const EvaluationOptions &test) {
  Finished made(quantizer, test.outputs);
  const Loaded &imported = quantizer.imported(); // with which the tool's judge compares, too
  auto program = contenderOf(quantizer, imported.clone(imported.path), test.outputs);
  if (!program)
    return program.status();
  auto answered = AnsweredSamples::of(*program, test, "judge", SIZE_MAX);
  if (!answered)
    return answered.status();
  made.answered = std::move(*answered);
  return made;
}

Status Finished::repair(const Recipe &recipe) {
  std::optional<Loaded> copy;
  if (recipe.repairs()) {
    auto known = repaired.find(repairsOf(recipe));
    if (known == repaired.end()) {
      auto made = repairedBy(quantizer.options, quantizer.floats(), repairerOptions(recipe),
                             quantizer.options.samples);
      if (!made)
        return made.status();
      known = repaired.emplace(repairsOf(recipe), std::move(*made)).first;
    }
    copy = known->second.clone(known->second.path);
  }
  quantizer.restore({recipe, std::move(copy), {}});
  return {};
}

/// The ranges of the quantizer's network.
Status Finished::measure(const Recipe &recipe) {
  if (recipe.isDynamic())
    return {};
  if (triesRanges(recipe))
    return quantizer.calibrate();
  auto known = seen.find(repairsOf(recipe));
  if (known == seen.end()) {
    auto made = measureRanges(recipe.repairs() ? quantizer.repairedFloats() : quantizer.floats(),
                              quantizer.options.device, quantizer.options.compile,
                              {.method = "entropy", .attention = recipe.attentionForm()},
                              quantizer.options.samples);
    if (!made)
      return made.status();
    known = seen.emplace(repairsOf(recipe), std::move(*made)).first;
  }
  Calibration &ranges = known->second;
  ranges.method = recipe.calibrator;
  ranges.settings = recipe.calibrationSettings();
  ranges.computeRanges();
  auto [own, network, none] = quantizer.release();
  quantizer.restore({own, std::move(network), ranges});
  return {};
}

Expected<SampleNoise> Finished::noiseOf(const Recipe &recipe) {
  if (Status status = repair(recipe); !status.ok())
    return status;
  if (Status status = measure(recipe); !status.ok())
    return status;
  auto module = quantizer.quantized({}, Warnings::Kept);
  if (!module)
    return module.status();
  auto integers = contenderOf(quantizer, std::move(*module), outputs);
  return integers ? answered->noiseOf(*integers) : integers.status();
}

struct Setting {
  Recipe recipe;
  std::array<SampleNoise, 2> halves;
  SampleNoise test;
};

/// The places of the samples that compete, in two halves.
Expected<std::array<std::vector<int64_t>, 2>> halvesOf(const Quantizer &quantizer) {
  auto ports = portsOf(*quantizer.floats().module);
  if (!ports)
    return ports.status();
  const SampleOptions &samples = quantizer.options.samples;
  auto feeder = Feeder::open(samples, quantizer.floats(), ports->inputs);
  if (!feeder)
    return feeder.status();
  const std::vector<int64_t> places =
      spreadPlaces(quantizer.options.contest.chooseSamples, feeder->samples().total());
  auto halves = spreadHalves(int64_t(places.size()));
  for (std::vector<int64_t> &half : halves)
    for (int64_t &place : half)
      place = samples.selection.sampleAt(places[size_t(place)]);
  return halves;
}

Status judgeHalves(const Quantizer &quantizer, const std::vector<std::string> &outputs,
                   std::vector<Setting> &all) {
  auto halves = halvesOf(quantizer);
  if (!halves)
    return halves.status();
  for (size_t half = 0; half < 2; ++half) {
    HeldBack judge(quantizer, outputs);
    if (Status status =
            judge.open(std::make_shared<Reports>(), (*halves)[half], (*halves)[1 - half]);
        !status.ok())
      return status;
    for (Setting &one : all) {
      auto noise = judge.noiseOf(one.recipe);
      if (!noise)
        return noise.status();
      one.halves[half] = std::move(*noise);
    }
  }
  return {};
}

Status judgeFinished(Quantizer &quantizer, const EvaluationOptions &test,
                     std::vector<Setting> &all) {
  auto finished = Finished::of(quantizer, test);
  if (!finished)
    return finished.status();
  for (Setting &one : all) {
    auto noise = finished->noiseOf(one.recipe);
    if (!noise)
      return noise.status();
    one.test = std::move(*noise);
  }
  return {};
}

void writeNoise(llvm::json::OStream &json, const SampleNoise &noise) {
  auto writeValues = [&](const char *name, const std::vector<double> &values) {
    json.attributeArray(name, [&] {
      for (double value : values)
        json.value(std::isfinite(value) ? value : 1e300);
    });
  };
  for (const OutputNoise &output : noise.outputs)
    json.object([&] {
      json.attribute("output", output.output);
      writeValues("noise", output.noise);
      writeValues("power", output.power);
    });
}

void write(llvm::json::OStream &json, const Setting &one) {
  json.object([&] {
    json.attribute("setting", settingOf(one.recipe));
    json.attribute("mode", one.recipe.mode);
    json.attribute("scheme", one.recipe.scheme);
    json.attribute("calibrator", one.recipe.calibrator);
    json.attribute("tries_ranges", triesRanges(one.recipe));
    json.attribute("repairs", one.recipe.repairs());
    json.attributeArray("halves", [&] {
      for (const SampleNoise &half : one.halves)
        json.array([&] { writeNoise(json, half); });
    });
    json.attributeArray("test", [&] { writeNoise(json, one.test); });
  });
}

/// Returns the recipe that competes: where a repair is dear it is made once, of all samples, as the
/// flow makes it, and both halves judge the repaired network.
Expected<Recipe> repairedAhead(Quantizer &quantizer) {
  constexpr int64_t enoughToRepair = 32; // of fewer the flow repairs nothing ahead
  Recipe recipe = quantizer.options.recipe;
  auto samples = samplesThatCalibrate(quantizer);
  if (!samples)
    return samples.status();
  if (*samples < enoughToRepair || !isRepairDear(*quantizer.floats().module, *samples))
    return recipe;
  recipe.rounds = recipe.correctsBias = true;
  quantizer.settle(recipe.settled());
  const Status status = quantizer.repair();
  quantizer.settle(recipe);
  return status.ok() ? Expected(recipe) : status;
}

Status judge(SettingNoiseOptions options) {
  if (Status status = splitSamples(options.steps, options.test); !status.ok())
    return status;
  auto model =
      loadFor(SampleFiles(options.steps.samples.data), options.steps.model, options.steps.load);
  if (!model)
    return model.status();
  options.steps.output = "settings.mlirbc";
  options.steps.compile = compileOptions(CompileChoices());
  Quantizer quantizer(std::move(options.steps));
  if (Status status = quantizer.take(std::move(*model)); !status.ok())
    return status;
  if (Status status = quantizer.evenChannels(); !status.ok())
    return status;
  auto competing = repairedAhead(quantizer);
  if (!competing)
    return competing.status();
  std::vector<Setting> all;
  for (Recipe &recipe : candidatesOf(*competing, NetworkFacts::of(*quantizer.floats().module)))
    all.push_back({std::move(recipe), {}, {}});
  if (Status status = judgeHalves(quantizer, options.test.outputs, all); !status.ok())
    return status;
  if (Status status = judgeFinished(quantizer, options.test, all); !status.ok())
    return status;
  return io::writeFile(options.output, [&](llvm::raw_ostream &stream) {
    llvm::json::OStream json(stream);
    json.object([&] {
      json.attributeArray("settings", [&] {
        for (const Setting &one : all)
          write(json, one);
      });
    });
  });
}

} // namespace

int main(int count, char **words) {
  const Status status =
      judge(readSettingNoiseOptions(llvm::ArrayRef(words, size_t(count)).drop_front()));
  if (!status.ok())
    llvm::errs() << "error: " << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
