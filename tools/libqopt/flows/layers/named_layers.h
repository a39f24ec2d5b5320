// Layers that somebody names, and the networks that they are of.
#pragma once

#include "tools/libqopt/flows/layers/layer_names.h"
#include "tools/libqopt/repairer.h"

namespace qopt::run {

struct NamedLayers {
  std::vector<std::string> floats, wide; // of 8 bits beside others of fewer
  bool takesAttentionApart = false;      // whose parts have names then
};

/// An error where the network does not have a layer of such a name, or no weights in it.
qrt::Status checkLayers(mlir::ModuleOp network, const NamedLayers &named);

/// Layers by what `floats` calls them, those alone that repairs know; `unrepaired` stay as they
/// are.
RepairerOptions namedFor(mlir::ModuleOp floats, const LayerNames &names, RepairerOptions how,
                         const std::vector<std::string> &unrepaired);

} // namespace qopt::run
