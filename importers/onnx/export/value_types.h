// The types of a written graph's values, for viewers: a reader infers them.
#pragma once

#include "importers/onnx/export/graph_writer.h"

namespace qopt::onnx {

/// Writes value_info of the values that the graph's nodes give and that the entry has, but for its
/// outputs, which say their types themselves. For steps it writes that of the real value, too.
void writeValueTypes(const WrittenNames &names, proto::GraphProto &graph);

} // namespace qopt::onnx
