#include "tools/libqopt/flows/lint/first_layer_check.h"

#include "tools/libqopt/flows/lint_data/channel_order.h"

using namespace qrt;

namespace qopt::run {

Status FirstLayerCheck::create(mlir::ModuleOp module, const std::string &device,
                               const CompileOptions &options) {
  auto made = lint::FirstLayer::create(module, device, options);
  if (!made)
    return made.status();
  layer = std::move(*made);
  return {};
}

static void addRows(lint::Moments &moments, const Tensor &values, const std::vector<bool> &sound) {
  const auto row = size_t(values.size() / values.shape()[0]);
  for (size_t sample = 0; sample < sound.size(); ++sample)
    if (sound[sample])
      moments.add(values.values<float>().subspan(sample * row, row));
}

/// The layer's output as the samples are, and with the order of three channels reversed.
Status FirstLayerCheck::add(const Feeder &feeder, const Feeder::Batch &batch,
                            llvm::ArrayRef<Port> inputs, bool preprocessed,
                            const std::vector<bool> &sound) {
  if (!layer)
    return {};
  const unsigned input = layer->batchNorm().argument;
  auto values = layer->run(batch.inputs);
  if (!values)
    return values.status();
  if (values->shape()[0] != batch.rows)
    return {}; // its rows are no samples
  const auto channels = size_t(values->shape()[1]);
  if (!given)
    given.emplace(channels, lint::orderedChannels(layer->batchNorm().trained));
  addRows(*given, *values, sound);
  const Tensor &raw = batch.raw.arrays[input];
  if (batch.raw.shared[input] || raw.shape().size() != 4 || raw.shape()[1] != 3)
    return {};
  auto other = prepare(inputs[input], lint::channelsReversed(raw, batch.rows), preprocessed,
                       feeder.placeOf(batch.raw, input));
  if (!other)
    return other.status();
  std::vector<Tensor> arguments(batch.inputs);
  arguments[input] = *other;
  values = layer->run(arguments);
  if (!values)
    return values.status();
  if (!reversed)
    reversed.emplace(channels);
  addRows(*reversed, *values, sound);
  return {};
}

std::optional<unsigned> FirstLayerCheck::argument() const {
  return layer && given ? std::optional(layer->batchNorm().argument) : std::nullopt;
}

/// Returns findings of channels in the reversed order. There are some only where the reversed order
/// is right in all: else mean or scale is wrong.
lint::Findings FirstLayerCheck::wrongOrder(const lint::InputFacts &facts, bool manyClasses) const {
  const lint::FirstBatchNorm &norm = layer->batchNorm();
  if (!reversed)
    return {};
  auto order = lint::fitOrder(*given, *reversed, norm.trained);
  auto other = lint::fitBatchNorm(*reversed, norm.trained);
  lint::Findings wrong = order ? lint::checkOrder(*order, facts.input, norm.key) : lint::Findings();
  if (!manyClasses)
    for (lint::Finding &finding : wrong) {
      finding.severity = lint::Severity::Warning;
      finding.remedy = "samples of few classes look so, too: show labelled ones of most classes; "
                       "else " +
                       finding.remedy;
    }
  const bool isRight = other && lint::checkBatchNorm(*other, norm.key, facts).empty();
  return isRight ? wrong : lint::Findings();
}

FirstLayerCheck::Judgement FirstLayerCheck::judge(llvm::ArrayRef<lint::InputChecks> checks,
                                                  bool manyClasses) const {
  if (!argument())
    return {};
  const lint::FirstBatchNorm &norm = layer->batchNorm();
  const lint::InputFacts &facts = checks[norm.argument].known();
  auto fit = lint::fitBatchNorm(*given, norm.trained);
  if (!fit || !checks[norm.argument].isReal())
    return {};
  lint::Findings wrong = wrongOrder(facts, manyClasses);
  return {norm.key, wrong.empty() ? lint::checkBatchNorm(*fit, norm.key, facts) : wrong};
}

} // namespace qopt::run
