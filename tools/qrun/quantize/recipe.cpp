#include "tools/qrun/quantize/recipe.h"

#include "passes/quantize/profile.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::run {

std::string Recipe::check() const {
  const Profile *target = findProfile(profile);
  if (!target)
    return "no profile '" + profile + "'; there are: " + profileNames();
  if (!schemeOf(*target, scheme))
    return "profile " + profile + " has no scheme '" + scheme + "'";
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

std::string Recipe::schemeName() const { return std::string(nn::schemeName(schemeOfRanges())); }

std::string insertQuantPasses(const std::string &options) {
  return "insert-quant{" + options + "}," + llvm::join(llvm::ArrayRef(cleaningPasses), ",");
}

std::string insertQuantOptions(const Recipe &recipe, llvm::ArrayRef<std::string> floatLayers) {
  std::string text = "profile=" + recipe.profile + " scheme=" + recipe.schemeName();
  if (!floatLayers.empty())
    text += " float=" + llvm::join(floatLayers, ",");
  return text;
}

} // namespace qopt::run
