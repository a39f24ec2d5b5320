// This room finds the values of a graph's variables in a checkpoint.
#pragma once

#include "importers/common/import.h"
#include "importers/graphdef/graph/graph.h"

namespace qopt::graphdef {

/// Gives the text with which the names of a checkpoint's files begin: the one that options name, or
/// that of a SavedModel; empty where there is none.
std::string checkpointOf(const std::string &path, const GraphFile &file,
                         const ImportOptions &options);
/// The variables of the graph that the checkpoint has. The graph's own saver says under which name
/// it has each; without one, that is the variable's own.
qrt::Expected<Variables> readVariables(const GraphFile &file, const std::string &checkpoint,
                                       SourceHash &hash);

} // namespace qopt::graphdef
