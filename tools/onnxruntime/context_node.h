// Nodes of a compiled model, "EPContext" of the domain com.microsoft, hold a part of a graph of
// ours (stored_part.h): embedded, or by the name of a file beside the model.
#pragma once

#include "tools/onnxruntime/options.h"
#include "tools/onnxruntime/stored_part.h"

#include <span>

namespace qopt::ort {

bool isContextNode(const Api &api, const Node *node);

/// A part that lies beside the model that is made, whose node names the file.
struct ContextFile {
  std::string path, bytes;
};

/// Makes a node in the place of `fused`, whose name it has; ONNX Runtime owns it. `model` is the
/// path of the model that is compiled, or empty. The node holds `bytes`, unless the model that is
/// made is a file and the options do not embed: then they join `files`. Throws a Failure.
Node *makeContextNode(const Api &api, const Node *fused, const CompiledPart &part,
                      std::string bytes, const ContextOptions &options, const std::string &model,
                      std::vector<ContextFile> &files);

/// Writes all of the files or, where one cannot be written, none: files of these names are replaced
/// whole, as another process may have them mapped, or stay. Throws a Failure that names the file.
void writeContextFiles(std::span<const ContextFile> files);

/// Opens the part that a node of the model at `model` holds; where that is empty the model is at
/// ContextOptions::path. Throws a Failure that names what is wrong.
std::shared_ptr<CompiledPart> openContextNode(const Api &api, const GraphNode &node,
                                              const ContextOptions &options,
                                              const std::string &model, const PartOptions &parts);

} // namespace qopt::ort
