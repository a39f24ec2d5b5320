#include "tools/libqopt/flows/recipe/pass_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

std::string insertQuantPasses(const std::string &options) {
  return "insert-quant{" + options + "}," + llvm::join(llvm::ArrayRef(cleaningPasses), ",");
}

std::string narrowingPasses(const Recipe &recipe) {
  return recipe.narrowsFloats() ? ",assign-precision{type=" + recipe.floats + "},cancel-conversions"
                                : "";
}

std::string whyUnwritable(llvm::StringRef layer) {
  int depth = 0;
  bool pairs = true;
  for (char c : layer) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    pairs &= depth >= 0;
  }
  const bool quotes = layer.contains('"') && layer.contains('\'');
  if (pairs && depth == 0 && !quotes)
    return "";
  return "layer '" + layer.str() + "' cannot be named in float=: " +
         (quotes ? "its name has quotes of both kinds" : "its name has braces that do not pair") +
         "; rename it in the model";
}

std::string insertQuantOptions(const Recipe &recipe, llvm::ArrayRef<std::string> floatLayers,
                               const LayerNames &names) {
  std::string text = "profile=" + recipe.profile +
                     (recipe.isDynamic() ? " mode=dynamic" : " scheme=" + recipe.schemeName());
  if (!recipe.attention.empty())
    text += " attention=" + recipe.attention;
  if (!recipe.fuse.empty())
    text += " fuse=" + recipe.fuse;
  if (recipe.weightBits)
    text += " weight-bits=" + std::to_string(recipe.weightBits);
  auto add = [&](llvm::StringRef option, llvm::ArrayRef<std::string> layers) {
    const std::string list = llvm::join(llvm::map_range(layers, passWord), ",");
    const bool isQuoted = list != llvm::join(layers, ",");
    if (!list.empty())
      text += (" " + option + "=").str() + (isQuoted ? "{" + list + "}" : list);
  };
  add("weight-bits8", names.in(recipe.weightBits8));
  std::vector<std::string> floats = recipe.floatLayers;
  llvm::append_range(floats, floatLayers);
  add("float", names.in(std::move(floats)));
  return text;
}

} // namespace qopt::run
