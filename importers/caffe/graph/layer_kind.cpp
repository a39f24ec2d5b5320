#include "importers/caffe/graph/layer_kind.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace qopt::caffe {

static const llvm::StringMap<LayerKind> &kinds() {
  static const llvm::StringMap<LayerKind> table = [] {
    llvm::StringMap<LayerKind> all;
    for (const char *type : {"Input", "Data", "ImageData", "HDF5Data", "DummyData", "MemoryData",
                             "WindowData", "VideoData", "AnnotatedData"})
      all[type] = LayerKind::Source;
    for (const char *type : {"Silence", "HDF5Output"})
      all[type] = LayerKind::Sink;
    for (const char *type :
         {"Accuracy", "SoftmaxWithLoss", "EuclideanLoss", "HingeLoss", "InfogainLoss",
          "MultinomialLogisticLoss", "ContrastiveLoss", "MultiBoxLoss", "SigmoidCrossEntropyLoss",
          "SmoothL1Loss", "CenterLoss", "DetectionEvaluate"})
      all[type] = LayerKind::Judge;
    all["MOE"] = LayerKind::Mixture;
    return all;
  }();
  return table;
}

LayerKind kindOf(const proto::LayerParameter &layer) {
  auto kind = kinds().find(layer.type());
  return kind == kinds().end() ? LayerKind::Computed : kind->second;
}

std::vector<std::string> typesLeftOut() {
  std::vector<std::string> types;
  for (const auto &kind : kinds())
    if (kind.second != LayerKind::Mixture)
      types.push_back(kind.first().str());
  llvm::sort(types);
  return types;
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
