// ONNX's backend tests as models to damage: every operator, with the attributes that it has.
#pragma once

#include "importers/onnx/file/onnx.pb.h"

#include <string>
#include <vector>

namespace qopt::onnx::test {

/// The small ones in scope below `root`, what exporters write as constants being constant. None
/// where there are no data.
std::vector<proto::ModelProto> backendSeeds(const std::string &root);

} // namespace qopt::onnx::test
