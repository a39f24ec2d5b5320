#include "importers/caffe/graph/layer_kind.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace qopt::caffe {

LayerKind kindOf(const proto::LayerParameter &layer) {
  static const llvm::StringSet<> sources = {"Input",      "Data",      "ImageData",
                                            "HDF5Data",   "DummyData", "MemoryData",
                                            "WindowData", "VideoData", "AnnotatedData"};
  static const llvm::StringSet<> judges = {
      "Accuracy",        "SoftmaxWithLoss", "EuclideanLoss",
      "HingeLoss",       "InfogainLoss",    "MultinomialLogisticLoss",
      "ContrastiveLoss", "MultiBoxLoss",    "SigmoidCrossEntropyLoss",
      "SmoothL1Loss",    "CenterLoss",      "DetectionEvaluate"};
  if (sources.contains(layer.type()))
    return LayerKind::Source;
  if (layer.type() == "Silence" || layer.type() == "HDF5Output")
    return LayerKind::Sink;
  if (judges.contains(layer.type()))
    return LayerKind::Judge;
  return layer.type() == "MOE" ? LayerKind::Mixture : LayerKind::Computed;
}

static bool matches(const proto::NetStateRule &rule, const proto::NetState &state) {
  auto hasStage = [&](const std::string &stage) {
    return llvm::is_contained(state.stage(), stage);
  };
  return (!rule.has_phase() || rule.phase() == state.phase()) &&
         (!rule.has_min_level() || state.level() >= rule.min_level()) &&
         (!rule.has_max_level() || state.level() <= rule.max_level()) &&
         llvm::all_of(rule.stage(), hasStage) && llvm::none_of(rule.not_stage(), hasStage);
}

bool isIncluded(const proto::LayerParameter &layer, const proto::NetState &state) {
  auto fits = [&](const proto::NetStateRule &rule) { return matches(rule, state); };
  if (layer.include_size())
    return llvm::any_of(layer.include(), fits);
  return llvm::none_of(layer.exclude(), fits);
}

} // namespace qopt::caffe
