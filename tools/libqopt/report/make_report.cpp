#include "tools/libqopt/report/make_report.h"

#include "ir/values/keys.h"
#include "passes/quantize/insert/report.h"
#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/report/commands.h"
#include "tools/libqopt/report/network_pair.h"
#include "tools/libqopt/report/page/page.h"

#include "llvm/Support/Path.h"

using namespace qrt;

namespace qopt::run {
namespace {

class ReportMaker {
public:
  ReportMaker(ReportInputs inputs, const ReportOptions &options)
      : inputs(std::move(inputs)), options(options) {}

  Expected<ReportResult> make() {
    if (inputs.quantized)
      if (Status status = checkPair(inputs.floats, *inputs.quantized); !status.ok())
        return status;
    nameAll();
    drawAll();
    if (inputs.test.source) {
      if (Status status = judge(); !status.ok())
        return status;
      if (Status status = measure(); !status.ok())
        return status;
    }
    addCompared();
    sayWhyFloat();
    ReportResult result;
    result.page = pageOf(facts);
    result.commands = facts.commands;
    result.how = facts.how;
    result.floats = facts.floats;
    result.quantized = facts.quantized;
    tellLayers(result);
    return result;
  }

private:
  const Loaded &drawn() const { return inputs.quantized ? *inputs.quantized : inputs.floats; }

  void nameAll() {
    auto fileOf = [](const std::string &path) { return llvm::sys::path::filename(path).str(); };
    facts.floatName = fileOf(inputs.floats.path);
    if (inputs.quantized)
      facts.quantizedName = fileOf(inputs.quantized->path);
    facts.title = !options.title.empty() ? options.title
                  : facts.quantizedName.empty()
                      ? facts.floatName
                      : facts.quantizedName + " beside " + facts.floatName;
    facts.version = QOPT_VERSION;
    facts.device = options.device;
    facts.commands = options.commands;
    llvm::append_range(facts.commands, reportCommands(inputs, options));
    facts.calibration = options.calibration;
    for (const auto &[title, rows] : options.tables)
      facts.tables.push_back({title, rows});
  }

  /// Histograms stay those of the samples, where there are some.
  void addCompared() {
    for (const ComparedValue &value : options.compared) {
      if (!value.fits())
        continue;
      if (!facts.measured)
        facts.measured.emplace();
      MeasuredValue &of = facts.measured->values[value.key];
      of.difference = value.difference;
      of.scale = value.scale;
      of.behind = value.behind;
    }
  }

  void drawAll() {
    facts.network = drawing::drawnNetwork(*drawn().module);
    facts.weights = weightFacts(*drawn().module, *inputs.floats.module);
  }

  Status judge() {
    Judge judge(inputs.test, options.device, inputs.compile, Classes::IfAny);
    if (Status status =
            judge.setBaseline(inputs.floats.clone(inputs.floats.path), inputs.floats.path);
        !status.ok())
      return status;
    facts.floats = judge.summaryOf(judge.baseline());
    if (inputs.quantized) {
      auto judged = judge.judge(inputs.quantized->clone(inputs.quantized->path));
      if (!judged)
        return judged.status();
      facts.quantized = judge.summaryOf(*judged);
    }
    facts.how = judge.how();
    return {};
  }

  SampleOptions firstSamples(int64_t most, int64_t batch) const {
    SampleOptions samples = inputs.test;
    samples.first = {};
    samples.selection.most = std::min(samples.selection.most, most);
    samples.batch = batch;
    return samples;
  }

  Status measure() {
    const ReportEffort &effort = options.effort;
    auto values = measureLayers(
        inputs.floats, inputs.quantized ? &*inputs.quantized : nullptr,
        {firstSamples(effort.layerSamples, effort.layerBatch), options.device, inputs.compile});
    if (!values)
      return values.status();
    facts.measured = std::move(*values);
    if (!effort.timedRuns)
      return {};
    auto times = measureTimes(drawn(), firstSamples(effort.timedBatch, effort.timedBatch),
                              options.device, inputs.compile, effort.timedRuns);
    if (!times)
      return times.status();
    facts.times = std::move(*times);
    return {};
  }

  /// A layer that computes on floats though the plan takes it was left so by somebody.
  void sayWhyFloat() {
    if (!inputs.quantized)
      return;
    const Loaded planned = inputs.floats.clone(inputs.floats.path);
    mlir::func::FuncOp entry = nn::entryOf(*planned.module);
    if (!entry)
      return;
    setRanges(entry);
    const PlannedLayers plan =
        planLayers(entry, *findProfile(options.profile),
                   options.integerAttention ? AttentionForm::Integer : AttentionForm::Float);
    facts.planned =
        "profile " + options.profile + (options.integerAttention ? " with attention=integer" : "");
    for (const drawing::LayerFacts &layer : facts.network.layers) {
      const bool isFloat = layer.kind == drawing::Kind::Float || layer.kind == drawing::Kind::Half;
      if (!layer.op || !isFloat)
        continue;
      if (auto why = plan.floats.find(layer.name); why != plan.floats.end())
        facts.whyFloat[layer.name] = why->second;
      else if (plan.integer.contains(layer.name))
        facts.whyFloat[layer.name] =
            "the plan would quantize it: an option, a policy, a bound on the loss, other ranges or "
            "an earlier version of qopt left it float";
    }
  }

  void setRanges(mlir::func::FuncOp entry) const {
    if (!facts.calibration)
      return;
    const nn::ValuesByKey values(entry);
    for (const auto &[key, range] : facts.calibration->ranges)
      if (mlir::Value value = values.find(key))
        nn::setRange(value, range.min, range.max);
  }

  void tellLayers(ReportResult &result) const {
    for (const drawing::LayerFacts &layer : facts.network.layers) {
      ReportedLayer told{layer.name, layer.operation, drawing::factsOf(layer.kind).name.str()};
      if (auto why = facts.whyFloat.find(layer.name); layer.op && why != facts.whyFloat.end())
        told.whyFloat = why->second;
      if (const LayerTime *time = timeOf(facts, layer)) {
        told.runsAs = time->work;
        told.seconds = result.measures["time"][layer.name] = time->median();
      }
      if (const MeasuredValue *value = measuredOf(facts, layer); value && value->difference) {
        told.sqnr = result.measures["sqnr"][layer.name] = value->difference->sqnr;
        if (const auto clipped = value->clippedShare())
          told.clipped = result.measures["clipped"][layer.name] = *clipped;
      }
      result.layers.push_back(std::move(told));
    }
  }

  ReportInputs inputs;
  const ReportOptions &options;
  PageFacts facts;
};

} // namespace

std::string whyNoReport(const ReportOptions &options) {
  if (!findProfile(options.profile))
    return "no profile '" + options.profile + "'; there are: " + profileNames();
  const ReportEffort &effort = options.effort;
  if (options.batch < 1 || effort.layerBatch < 1 || effort.timedBatch < 1)
    return "a batch has one sample or more";
  if (effort.layerSamples < 1 || effort.timedRuns < 0)
    return "layer errors need one sample or more, and layer times 0 runs or more";
  return "";
}

Expected<ReportResult> makeReport(ReportInputs inputs, const ReportOptions &options) {
  return ReportMaker(std::move(inputs), options).make();
}

} // namespace qopt::run
