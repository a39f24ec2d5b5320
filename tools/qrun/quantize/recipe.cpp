#include "tools/qrun/quantize/recipe.h"

#include "passes/quantize/policy/profile.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

std::string Recipe::check() const {
  const Profile *target = findProfile(profile);
  if (!target)
    return "no profile '" + profile + "'; there are: " + profileNames();
  if (!schemeOf(*target, scheme))
    return "profile " + profile + " has no scheme '" + scheme + "'; it has " + schemeNames(*target);
  if (!attention.empty() && !attentionFormOf(attention))
    return "--attention=" + attention + ": attention is float or integer";
  if (!llvm::is_contained({"f32", "f16", "bf16"}, floats))
    return "--floats=" + floats + ": floats are f32, f16 or bf16";
  return findCalibrationMethod(calibrator)
             ? ""
             : "--calibrator=" + calibrator + ": there are " + calibrationMethodNames();
}

nn::Scheme Recipe::schemeOfRanges() const {
  const Profile &target = *findProfile(profile);
  if (scheme.empty() && llvm::is_contained(target.schemes, nn::Scheme::Mixed))
    return nn::Scheme::Mixed;
  return *schemeOf(target, scheme);
}

CalibrationSettings Recipe::calibrationSettings() const {
  CalibrationSettings used = settings;
  used.scheme = schemeOfRanges();
  if (!findCalibrationMethod(calibrator)->readsClipWeight)
    used.clipWeight = CalibrationSettings().clipWeight;
  return used;
}

AttentionForm Recipe::attentionForm() const {
  return attentionFormOf(attention).value_or(findProfile(profile)->attention);
}

unsigned Recipe::bitsOfWeights() const {
  return weightBits ? weightBits : weightBitsOf(*findProfile(profile), 8);
}

std::string Recipe::schemeName() const { return std::string(nn::schemeName(schemeOfRanges())); }

std::string insertQuantPasses(const std::string &options) {
  return "insert-quant{" + options + "}," + llvm::join(llvm::ArrayRef(cleaningPasses), ",");
}

std::string narrowingPasses(const Recipe &recipe) {
  return recipe.narrowsFloats() ? ",assign-precision{type=" + recipe.floats + "},cancel-conversions"
                                : "";
}

std::string passWord(llvm::StringRef text) {
  auto isPlain = [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_-+.:/@").contains(c); };
  if (llvm::all_of(text, isPlain))
    return text.str();
  const char quote = text.contains('"') ? '\'' : '"';
  return quote + text.str() + quote;
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

std::string insertQuantOptions(const Recipe &recipe, llvm::ArrayRef<std::string> floatLayers) {
  std::string text = "profile=" + recipe.profile + " scheme=" + recipe.schemeName();
  if (!recipe.attention.empty())
    text += " attention=" + recipe.attention;
  if (recipe.weightBits)
    text += " weight-bits=" + std::to_string(recipe.weightBits);
  const std::string names = llvm::join(llvm::map_range(floatLayers, passWord), ",");
  const bool isQuoted = names != llvm::join(floatLayers, ",");
  if (!names.empty())
    text += " float=" + (isQuoted ? "{" + names + "}" : names);
  return text;
}

} // namespace qopt::run
