// TensorFlow's graphs → nn.
#pragma once

#include "importers/common/import.h"

namespace qopt::graphdef {

/// A GraphDef (.pb, .pbtxt), a meta graph (.meta) or a SavedModel (saved_model.pb, whose variables
/// lie beside it). ImportOptions::weights names a checkpoint for the variables of a graph that is
/// not frozen: its index, or what its files' names begin with.
ImportFunction importFile;

/// Names the files in which a SavedModel's variables are looked for; none of another file.
std::vector<std::string> variableFiles(const std::string &path);

} // namespace qopt::graphdef
