// The types of a written graph's values, for viewers: a reader infers them.
#pragma once

#include "importers/onnx/export/graph_writer.h"

namespace qopt::onnx {

/// value_info of what the graph's nodes give and the entry has a value for, but for its outputs,
/// which say their types themselves. Of steps and of the real value that stands for them.
void writeValueTypes(const WrittenNames &names, proto::GraphProto &graph);

} // namespace qopt::onnx
