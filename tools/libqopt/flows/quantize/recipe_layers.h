// Layers that a recipe names, and the networks that they are of.
#pragma once

#include "tools/libqopt/flows/feed/subject.h"
#include "tools/libqopt/flows/quantize/recipe.h"
#include "tools/libqopt/repairer.h"

namespace qopt::run {

/// An error where the recipe names a layer that the network, which is called `model`, does not
/// have, or whose name no command can have.
qrt::Status checkLayers(const Loaded &network, const std::string &model, const Recipe &recipe);

/// Where few bits are asked for and nobody said which layers have 8, it is chosen; a note tells how
/// many bits a weight has. Layers that stay float take no part.
qrt::Status nameWideLayers(const Loaded &network, const std::string &model, Recipe &recipe);

/// Layers by what `floats` calls them, those alone that repairs know; `unrepaired` stay as they
/// are.
RepairerOptions namedFor(const Loaded &floats, RepairerOptions how,
                         const std::vector<std::string> &unrepaired);

} // namespace qopt::run
