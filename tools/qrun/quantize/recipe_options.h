// Options tell quantize what a recipe states, and how it chooses the rest.
#pragma once

#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/recipe/recipe.h"

namespace CLI {
class App;
}

namespace qopt::run {

/// `repair`: what --repair or --no-repair says; nothing without either.
void addRecipe(CLI::App &command, Recipe &recipe, std::optional<bool> &repair);
void addContest(CLI::App &command, ContestOptions &contest);

} // namespace qopt::run
