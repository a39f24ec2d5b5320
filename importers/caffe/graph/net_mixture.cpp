// Mixtures of experts: the gating net and the experts stand in their layer's place.
#include "importers/caffe/graph/net_builder.h"

namespace qopt::caffe {

using qrt::invalidArgument;
using qrt::Status;

// Makes what a mixture hands a net the net's inputs, in order.
Status NetBuilder::takeInputs(Scope &scope,
                              const google::protobuf::RepeatedPtrField<std::string> &names) {
  for (const std::string &name : names) {
    if (scope.given.empty())
      return invalidArgument("has more inputs than the mixture gives it");
    scope.values[name] = scope.given.front();
    scope.writers.try_emplace(name, "the net's own input");
    scope.given.erase(scope.given.begin());
  }
  return {};
}

Status NetBuilder::addInstance(Scope &scope, const proto::NetParameter &inner,
                               const std::string &name, const std::vector<std::string> &given,
                               const std::string &unknown, std::string &output) {
  Scope instance{inner, scope.prefix + name};
  instance.given = given;
  instance.blobs = std::move(scope.blobs);
  Status status = takeInputs(instance, inner.input());
  if (status.ok())
    status = addNet(instance, unknown);
  scope.blobs = std::move(instance.blobs);
  if (!status.ok())
    return status;
  if (!instance.given.empty())
    return invalidArgument("hands a net more inputs than that has");
  for (const std::string &value : instance.produced)
    if (!consumed.contains(value)) {
      if (!output.empty())
        return Status(qrt::StatusCode::Unsupported, "a net of several results");
      output = value;
    }
  if (output.empty())
    return invalidArgument("a net without results");
  consumed.insert(output);
  return {};
}

// The layer itself joins what the gating net and the experts give.
Status NetBuilder::addMixture(Scope &scope, int index, const proto::LayerParameter &layer,
                              const std::string &unknown) {
  const proto::MOEParameter &moe = layer.moe_param();
  std::vector<std::string> bottoms, toGate, toExperts, inputs, outputs;
  if (Status status = readBottoms(scope, layer, bottoms, /*consumes=*/true); !status.ok())
    return status;
  for (int i = 0; i < int(bottoms.size()); ++i) {
    auto target =
        i < moe.map_bottom_size() ? moe.map_bottom(i) : proto::MOEParameter::GATING_AND_EXPERT;
    if (target != proto::MOEParameter::EXPERT)
      toGate.push_back(bottoms[i]);
    if (target != proto::MOEParameter::GATING)
      toExperts.push_back(bottoms[i]);
  }
  std::vector<const proto::BlobProto *> stored = blobsOf(scope, layer);
  Scope whole{scope.net, scope.prefix};
  whole.blobs = std::move(stored);
  std::string prefix = layer.name() + "/";
  if (Status status =
          addInstance(whole, moe.gating_net(), prefix, toGate, unknown, inputs.emplace_back());
      !status.ok())
    return status;
  for (int i = 0; i < moe.expert_net_size(); ++i) {
    int64_t count = i < moe.expert_instances_size() ? moe.expert_instances(i) : 1;
    if (count < 1 || count > 1024)
      return invalidArgument("expert_instances is " + std::to_string(count));
    for (int64_t k = 0; k < count; ++k) {
      std::string name = prefix + (count > 1 ? std::to_string(k) + "/" : "");
      if (Status status = addInstance(whole, moe.expert_net(i), name, toExperts, unknown,
                                      inputs.emplace_back());
          !status.ok())
        return status;
    }
  }
  for (const std::string &top : layer.top())
    outputs.push_back(define(scope, index, layer, top));
  if (!whole.blobs.empty())
    return invalidArgument("has " + std::to_string(whole.blobs.size()) + " blobs in '" +
                           net.weights->path() + "' that none of its nets takes");
  net.layers.push_back({scope.prefix + layer.name(), layer.type(), inputs, outputs});
  net.nodes.push_back({&layer, {}, unknown});
  return {};
}

} // namespace qopt::caffe
