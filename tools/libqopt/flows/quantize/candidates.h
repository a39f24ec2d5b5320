// Lists the settings that compete for what a recipe leaves open.
#pragma once

#include "tools/libqopt/flows/recipe/recipe.h"

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace qopt::run {

/// Facts about a float network that decide which settings compete.
struct NetworkFacts {
  /// Matrix products of constant weights are at least half of the multiply-adds of all layers with
  /// weights.
  bool doProductsDominate = false;
  /// A product of constant weights reads a layer norm or an RMS norm.
  bool areNormsMultiplied = false;

  static NetworkFacts of(mlir::ModuleOp floats);
};

/// Returns settled recipes, the simplest first: ranges that are measured before dynamic ones;
/// weights as they are before repaired ones; scheme mixed before affine; min-max before percentile,
/// mse, entropy (which does not count zeros) and auto. All have what the recipe states. Dynamic
/// ranges compete where products dominate, under a profile with zero points, and where nothing that
/// is measured is asked for; smoothed ones, last of all, where norms are multiplied, unless weights
/// and biases are to stay as they are.
std::vector<Recipe> candidatesOf(const Recipe &open, const NetworkFacts &facts);

/// Repairing the weights of 8 bits by so many samples takes more than some ten thousand million
/// multiply-adds, of sums over pairs and of solving for steps, which three repairs would take
/// three times: then nobody competes without repairs, and there is one, by all samples.
bool isRepairDear(mlir::ModuleOp floats, int64_t samples);

/// Other than in how weights and biases are repaired, both say the same.
bool areAlikeButForRepair(const Recipe &a, const Recipe &b);

} // namespace qopt::run
