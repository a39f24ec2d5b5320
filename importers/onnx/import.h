// ONNX models → nn.
#pragma once

#include "importers/common/import.h"

namespace qopt::onnx {

using qopt::ImportFailure;
using qopt::ImportOptions;

ImportFunction importFile;

} // namespace qopt::onnx
