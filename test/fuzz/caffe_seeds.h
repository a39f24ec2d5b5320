// The sound Caffe networks that the fuzzer damages; together they use every layer type.
#pragma once

#include "importers/caffe/file/caffe.pb.h"

#include <string>
#include <vector>

namespace qopt::test {

struct CaffeSeed {
  std::string text;
  caffe::proto::WeightsParameter weights;
};
std::vector<CaffeSeed> caffeSeeds();

} // namespace qopt::test
