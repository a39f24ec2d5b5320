// Checks a description before its layers become values, and tells what is missing where none do.
#include "importers/caffe/graph/layer_kind.h"
#include "importers/caffe/graph/net_builder.h"
#include "importers/caffe/graph/op_table.h"
#include "ir/values/near_names.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace qopt::caffe {

using qrt::invalidArgument;
using qrt::Status;

// Adds the stages that some rule asks for or excludes.
static void addStages(const proto::NetParameter &net, std::set<std::string> &stages) {
  auto add = [&](const proto::NetStateRule &rule) {
    stages.insert(rule.stage().begin(), rule.stage().end());
    stages.insert(rule.not_stage().begin(), rule.not_stage().end());
  };
  for (const proto::LayerParameter &layer : net.layer()) {
    llvm::for_each(layer.include(), add);
    llvm::for_each(layer.exclude(), add);
    addStages(layer.moe_param().gating_net(), stages);
    for (const proto::NetParameter &expert : layer.moe_param().expert_net())
      addStages(expert, stages);
  }
}

Status NetBuilder::checkStages() const {
  if (options.stages.empty() || options.stagesMayBeOthers)
    return {};
  std::set<std::string> found;
  addStages(file.net, found);
  const std::vector<std::string> known(found.begin(), found.end());
  for (const std::string &stage : options.stages)
    if (known.empty())
      return invalidArgument("no rule of this network names a stage: leave out --stage=" + stage);
    else if (!found.contains(stage))
      return invalidArgument("no rule of this network names the stage '" + stage +
                             "'; it has: " + llvm::join(known, ", ") + didYouMean(stage, known));
  return {};
}

static std::string selfOf(const proto::LayerParameter &layer) {
  return "layer '" + layer.name() + "' (" + layer.type() + ")";
}

// As Caffe, a blob has one layer that makes it; others write it in place, from the bottom beside.
Status NetBuilder::checkLayer(Scope &scope, const proto::LayerParameter &layer) {
  if (layer.type().empty())
    return invalidArgument("has no type");
  LayerKind kind = kindOf(layer);
  if (kind == LayerKind::Judge || kind == LayerKind::Sink) // what they write nobody reads
    return {};
  if (layer.top_size() == 0 && findConverter(layer.type()))
    return invalidArgument("has no top: nothing takes what it computes");
  const std::string self = selfOf(layer);
  for (int i = 0; i < layer.top_size(); ++i) {
    const std::string &top = layer.top(i);
    if (top.empty())
      return invalidArgument("has an empty top");
    auto [writer, isFirst] = scope.writers.try_emplace(top, self);
    bool isInPlace = i < layer.bottom_size() && layer.bottom(i) == top;
    if (llvm::count(layer.top(), top) > 1)
      return invalidArgument("has the top '" + top + "' twice");
    if (!isFirst && !isInPlace)
      return invalidArgument("writes '" + top + "', which " + writer->second +
                             " writes too; only in place (bottom and top alike) may a layer write "
                             "what another has written");
  }
  return {};
}

// Returns why none of the net's blobs is an output.
std::string NetBuilder::whyNoOutputs() const {
  for (auto [index, layer] : included(file.net)) {
    std::string self = selfOf(*layer);
    if (kindOf(*layer) == LayerKind::Sink && !net.layers.empty())
      return "has no outputs: " + self + " discards what is computed; name outputs by --outputs=";
    if (kindOf(*layer) == LayerKind::Judge && net.layers.empty())
      return "computes nothing but losses and accuracies, which inference leaves out, as " + self;
  }
  return net.ports.empty() ? "has no layers of this phase and these stages"
                           : "has no layers but inputs: nothing is computed";
}

std::string NetBuilder::nearBlob(const Scope &scope, const std::string &blob) {
  std::vector<std::string> known;
  for (const auto &value : scope.values)
    known.push_back(value.first().str());
  llvm::sort(known);
  return didYouMean(blob, known);
}

} // namespace qopt::caffe
