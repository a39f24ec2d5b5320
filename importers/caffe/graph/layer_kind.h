// Sorts layers by type, before they are converted.
#pragma once

#include "importers/caffe/file/caffe.pb.h"

#include <string>
#include <vector>

namespace qopt::caffe {

enum class LayerKind {
  Source,  // brings samples: its tops are inputs of the network
  Sink,    // writes or swallows what it reads: Silence, HDF5Output
  Judge,   // a loss or an accuracy, which inference leaves out; what it reads are results
  Mixture, // nets of its own, in its place
  Computed
};

LayerKind kindOf(const proto::LayerParameter &layer);
/// The types of sources, sinks and judges.
std::vector<std::string> typesLeftOut();
/// Tells whether the layer is there in this phase, at level 0 and these stages, as Caffe's rules
/// say.
bool isIncluded(const proto::LayerParameter &layer, const proto::NetState &state);

} // namespace qopt::caffe
