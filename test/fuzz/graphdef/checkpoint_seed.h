// This seed is a graph with a variable, and the checkpoint that has it, its index as TensorFlow
// writes one.
#pragma once

#include "importers/graphdef/file/graphdef.pb.h"

#include <string>

namespace qopt::test {

struct CheckpointSeed {
  graphdef::proto::GraphDef graph;
  std::string index, data;
};
CheckpointSeed checkpointSeed();

} // namespace qopt::test
