#include "tools/libqopt/flows/search/recipe_words.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

bool hasWords(const Recipe &recipe) {
  const CalibrationSettings &own = recipe.settings, usual = Recipe().settings;
  return recipe.rounds == recipe.correctsBias && own.bits == usual.bits &&
         own.percentile == usual.percentile && own.clipWeight == usual.clipWeight &&
         own.skipsZeros == usual.skipsZeros;
}

void addRecipeWords(ShellCommand &command, const Recipe &recipe) {
  const Recipe usual;
  if (recipe.profile != usual.profile)
    command.option("profile", recipe.profile);
  command.option("scheme", recipe.scheme).option("attention", recipe.attention);
  command.option("fuse", recipe.fuse);
  if (recipe.weightBits != usual.weightBits)
    command.option("weight-bits", std::to_string(recipe.weightBits));
  command.option("weight-bits8", llvm::join(recipe.weightBits8, ","));
  if (recipe.narrowsFloats())
    command.option("floats", recipe.floats);
  command.option("mode", recipe.mode).option("calibrator", recipe.calibrator);
  command.option("float", llvm::join(recipe.floatLayers, ","));
  if (recipe.rounds)
    command.word(*recipe.rounds ? "--repair" : "--no-repair");
  if (recipe.smoothing)
    command.option("smooth", io::roundTrip(*recipe.smoothing));
}

} // namespace qopt::run
