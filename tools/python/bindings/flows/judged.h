// These functions visit what flows that judge say of a network, and what they are told alike, field
// by field.
#pragma once

#include "tools/libqopt/flows/eval/gates.h"
#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/recipe/recipe.h"
#include "tools/python/bindings/flows/flows.h"

namespace qopt::python {

template <typename Visit> void visitFields(Gates &gates, Visit &&visit) {
  visit("max_drop", gates.maxDrop);
  visit("max_flips", gates.maxFlips);
  visit("min_sqnr", gates.minSqnr);
  visit("min_cosine", gates.minCosine);
}

template <typename Visit> void visitFields(Recipe &recipe, Visit &&visit) {
  visit("profile", recipe.profile);
  visit("scheme", recipe.scheme);
  visit("attention", recipe.attention);
  visit("weight_bits", recipe.weightBits);
  visit("weight_bits8", recipe.weightBits8);
  visit("fuse", recipe.fuse);
  visit("floats", recipe.floats);
  visit("mode", recipe.mode);
  visit("calibrator", recipe.calibrator);
  visit("bits", recipe.settings.bits);
  visit("percentile", recipe.settings.percentile);
  visit("clip_weight", recipe.settings.clipWeight);
  visit("skip_zeros", recipe.settings.skipsZeros);
  visit("rounds", recipe.rounds);
  visit("corrects_bias", recipe.correctsBias);
  visit("smoothing", recipe.smoothing);
  visit("float_layers", recipe.floatLayers);
}

template <typename Visit> void visitFields(const run::PairedAccuracy &paired, Visit &&visit) {
  const auto [low, high] = paired.dropInterval();
  visit("samples", paired.samples);
  visit("flips", paired.flips);
  visit("baseline_right", paired.baselineRight);
  visit("model_right", paired.modelRight);
  visit("only_baseline_right", paired.onlyBaselineRight);
  visit("only_model_right", paired.onlyModelRight);
  visit("drop", paired.drop());
  visit("drop_interval", std::vector<double>{low, high});
}

template <typename Visit> void visitFields(const Likeness &likeness, Visit &&visit) {
  visit("mean_cosine", likeness.meanCosine);
  visit("least_cosine", likeness.leastCosine);
  visit("samples", likeness.samples);
  visit("neighbours", likeness.neighbours);
  visit("moved", likeness.moved);
}

template <typename Visit> void visitFields(const OutputLoss &loss, Visit &&visit) {
  visit("output", loss.output);
  visit("paired", loss.paired);
  visit("are_indices", loss.areIndices);
  visit("are_steps", loss.areSteps);
  visit("sqnr", loss.sqnr);
  visit("likeness", loss.likeness);
}

template <typename Visit> void visitFields(const Loss &loss, Visit &&visit) {
  visit("outputs", loss.outputs);
  visit("labelled", loss.labelled);
}

template <typename Visit> void visitFields(const RightAnswers &answers, Visit &&visit) {
  visit("output", answers.output);
  visit("right", answers.right);
  visit("samples", answers.samples);
  visit("top_five", answers.topFive);
}

template <typename Visit> void visitFields(const JudgedNetwork &network, Visit &&visit) {
  visit("recipe", network.recipe);
  visit("float_layers", network.floatLayers);
  visit("float_macs", network.floatMacs);
  visit("broken", network.broken);
  visit("integer_layers", network.integerLayers);
  visit("layers", network.layers);
  visit("weight_bytes", network.weightBytes);
  visit("seconds_per_sample", network.secondsPerSample);
  visit("right_answers", network.rightAnswers);
  visit("loss", network.loss);
}

template <typename Visit> void visitFields(const JudgedHow &how, Visit &&visit) {
  visit("device", how.device);
  visit("samples", how.samples);
  visit("batch", how.batch);
  visit("is_labelled", how.isLabelled);
  visit("tells_classes", how.tellsClasses);
  visit("has_embeddings", how.hasEmbeddings);
  visit("outputs", how.outputs);
  visit("labelled_output", how.labelledOutput);
}

} // namespace qopt::python
