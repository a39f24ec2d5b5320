// ONNX models → nn.
#pragma once

#include "importers/common/import.h"

namespace qopt::onnx {

ImportFunction importFile;

} // namespace qopt::onnx
