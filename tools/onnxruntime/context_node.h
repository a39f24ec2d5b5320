// Nodes of a compiled model, "EPContext" of the domain com.microsoft, hold a part of a graph of
// ours (stored_part.h): embedded, or by the name of a file beside the model.
#pragma once

#include "tools/onnxruntime/options.h"
#include "tools/onnxruntime/stored_part.h"

namespace qopt::ort {

bool isContextNode(const Api &api, const Node *node);

/// Makes a node in the place of `fused`, whose name it has; ONNX Runtime owns it. `model` is the
/// path of the model that is compiled, or empty. A file is written beside the model that is made,
/// if one is known of and the options do not embed. Throws a Failure.
Node *makeContextNode(const Api &api, const Node *fused, const CompiledPart &part,
                      const std::string &bytes, const ContextOptions &options,
                      const std::string &model);

/// Opens the part that a node of the model at `model` holds; where that is empty the model is at
/// ContextOptions::path. Throws a Failure that names what is wrong.
std::shared_ptr<CompiledPart> openContextNode(const Api &api, const GraphNode &node,
                                              const ContextOptions &options,
                                              const std::string &model, const PartOptions &parts);

} // namespace qopt::ort
