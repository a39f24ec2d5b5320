// Layers that bring samples, as inputs of the network.
#pragma once

#include "importers/caffe/file/caffe.pb.h"
#include "importers/common/graph/source_graph.h"
#include "importers/common/import.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt::caffe {

struct NetInput {
  std::string name;
  /// None: not even the rank is known.
  std::optional<std::vector<SourceDim>> shape;
  /// The transformation of the data layer that it comes from; null: none.
  const proto::TransformationParameter *transform = nullptr;
};

/// Returns the sizes that --shape states.
std::vector<SourceDim> sourceDimsOf(const InputShape &asked);

/// The network's own: input with input_shape, or with four of input_dim each.
qrt::Expected<std::vector<NetInput>> netInputs(const proto::NetParameter &net);
/// A source layer's, one a top. Images of a data layer are [N, C, H, W], of which files state the
/// crop; channels are `channels` where the layer does not say.
qrt::Expected<std::vector<NetInput>> layerInputs(const proto::LayerParameter &layer,
                                                 std::optional<int64_t> channels);

} // namespace qopt::caffe
