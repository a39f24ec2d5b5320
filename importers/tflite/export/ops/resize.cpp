// RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR.
#include "importers/tflite/export/op_table.h"

using namespace mlir;

namespace qopt::tflite {

ArrayRef<ExportEntry> resizeExports() { return {}; }

} // namespace qopt::tflite
