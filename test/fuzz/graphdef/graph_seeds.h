// The sound TensorFlow graphs that the fuzzer damages; together they use every operator.
#pragma once

#include "importers/graphdef/file/graphdef.pb.h"

#include <vector>

namespace qopt::test {

std::vector<graphdef::proto::GraphDef> graphDefSeeds();

} // namespace qopt::test
