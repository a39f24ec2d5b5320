// Nodes can become one if they are a part of a graph between nodes that stay.
#pragma once

#include "tools/onnxruntime/graph.h"

namespace qopt::ort {

/// Returns connected parts of the nodes whose `why` is empty, in topological order, of which none
/// holds two ends of a path through a node outside it. A node joins the part of the earliest level
/// that it can: levels count how often a path to it has changed between nodes that stay and those
/// that do not.
std::vector<std::vector<size_t>> connectedParts(const std::vector<GraphNode> &nodes);

} // namespace qopt::ort
