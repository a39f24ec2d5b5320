// A recipe as words of a command line; what is default is left out.
#pragma once

#include "tools/libqopt/flows/commands/shell.h"
#include "tools/libqopt/flows/recipe/recipe.h"

namespace qopt::run {

/// Returns false where the recipe says what commands have no options for: settings of a calibrator,
/// or one repair without the other.
bool hasWords(const Recipe &recipe);
/// --profile, --scheme and all others that say a recipe, which has words.
void addRecipeWords(ShellCommand &command, const Recipe &recipe);

} // namespace qopt::run
