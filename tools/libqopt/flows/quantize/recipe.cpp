#include "tools/libqopt/flows/quantize/recipe.h"

#include "passes/quantize/policy/profile.h"
#include "tools/libqopt/flows/calibrate/choice_check.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt {

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
  if (!llvm::is_contained({0u, 2u, 3u, 4u, 7u, 8u}, weightBits))
    return "--weight-bits=" + std::to_string(weightBits) + ": weights have 2, 3, 4, 7 or 8 bits";
  if (!findCalibrationMethod(calibrator))
    return "--calibrator=" + calibrator + ": there are " + calibrationMethodNames();
  return whyUnchoosable(calibrator, settings);
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

} // namespace qopt
