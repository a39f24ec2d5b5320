// A file with a graph: a GraphDef as bytes (.pb) or text (.pbtxt), a meta graph (.meta), or a
// SavedModel (saved_model.pb).
#pragma once

#include "importers/common/source_hash.h"
#include "importers/graphdef/file/graphdef.pb.h"
#include "runtime/numerics/types/status.h"

#include <map>
#include <memory>
#include <string>

namespace qopt::graphdef {

struct GraphFile {
  std::shared_ptr<const proto::GraphDef> graph;
  /// The interface that a SavedModel's signature states: the signature's name of each value, and
  /// the value's name in the graph ("x:0"). Empty: the file states none.
  std::map<std::string, std::string> inputs, outputs;
  bool isSavedModel = false;
};

/// The file's bytes go into `hash`. A SavedModel's meta graph is the one tagged "serve", its
/// signature "serving_default", or the only one that computes something. Errors say what to do.
qrt::Expected<GraphFile> readGraph(const std::string &path, SourceHash &hash);
/// The same of bytes that are there; `isText` tells a .pbtxt.
qrt::Expected<GraphFile> parseGraph(llvm::StringRef bytes, bool isText);

} // namespace qopt::graphdef
