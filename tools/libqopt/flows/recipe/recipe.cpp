#include "tools/libqopt/flows/recipe/recipe.h"

#include "passes/quantize/policy/profile.h"
#include "tools/libqopt/flows/calibrate/choice_check.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt {

static constexpr llvm::StringLiteral usualCalibrator = "auto";

/// Says what is stated though nothing reads it; a setting counts as stated where it differs from
/// the usual one.
static std::string whyUnread(const Recipe &recipe) {
  const CalibrationSettings usual = Recipe().settings, &own = recipe.settings;
  if (own.bits != usual.bits)
    return "bits=" + std::to_string(own.bits) +
           ": quantize makes networks of 8 bits only; 'qrun calibrate --bits=16' and then 'qopt "
           "--insert-quant=bits=16' make one of 16";
  if (!recipe.weightBits8.empty() && recipe.bitsOfWeights() >= 8)
    return "--weight-bits8 names exceptions from --weight-bits: give --weight-bits, too";
  const CalibrationMethod *method =
      findCalibrationMethod(recipe.calibrator.empty() ? usualCalibrator.str() : recipe.calibrator);
  for (auto [name, isStated, isRead] :
       {std::tuple("percentile", own.percentile != usual.percentile, method->readsPercentile),
        {"clip weight", own.clipWeight != usual.clipWeight, method->readsClipWeight},
        {"skipping zeros", own.skipsZeros, method->readsZeros}})
    if (isStated && (recipe.isDynamic() || !isRead))
      return std::string(name) + " has no effect on " +
             (recipe.isDynamic() ? "dynamic ranges" : "the method " + std::string(method->name));
  return "";
}

std::string Recipe::check() const {
  const Profile *target = findProfile(profile);
  if (!target)
    return "no profile '" + profile + "'; there are: " + profileNames();
  if (!schemeOf(*target, scheme))
    return "profile " + profile + " has no scheme '" + scheme + "'; it has " + schemeNames(*target);
  if (!attention.empty() && !attentionFormOf(attention))
    return "--attention=" + attention + ": expected float or integer";
  if (!fuse.empty() && !fusingOf(fuse))
    return "--fuse=" + fuse + ": expected none, tables, arithmetic or all";
  if (!llvm::is_contained({"f32", "f16", "bf16"}, floats))
    return "--floats=" + floats + ": expected f32, f16 or bf16";
  if (!llvm::is_contained({0u, 2u, 3u, 4u, 7u, 8u}, weightBits))
    return "--weight-bits=" + std::to_string(weightBits) +
           ": expected 2, 3, 4, 7 or 8 bits of weights";
  if (!llvm::is_contained({"", "quantize", "dynamic"}, mode))
    return "--mode=" + mode + ": expected quantize (measured ranges) or dynamic";
  if (isDynamic() && (!(scheme.empty() || scheme == "affine") || !calibrator.empty() ||
                      attentionForm() == AttentionForm::Integer || narrowsFloats()))
    return "--mode=dynamic measures no ranges: leave out --calibrator, a scheme other than affine, "
           "--attention=integer and --floats";
  if (smoothing && !(*smoothing >= 0 && *smoothing <= 1))
    return "--smooth: alpha is from 0 to 1";
  if (!calibrator.empty() && !findCalibrationMethod(calibrator))
    return "--calibrator=" + calibrator + ": there are " + calibrationMethodNames();
  const std::string why =
      whyUnchoosable(calibrator.empty() ? usualCalibrator.str() : calibrator, settings);
  return why.empty() ? whyUnread(*this) : why;
}

Recipe Recipe::settled() const {
  Recipe recipe = *this;
  if (recipe.mode.empty())
    recipe.mode = "quantize";
  if (!recipe.isDynamic()) {
    recipe.scheme = schemeName();
    if (recipe.calibrator.empty())
      recipe.calibrator = usualCalibrator;
  }
  recipe.rounds = rounds.value_or(true);
  recipe.correctsBias = correctsBias.value_or(true);
  recipe.smoothing = smoothing.value_or(0);
  return recipe;
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

std::string settingOf(const Recipe &settled) {
  std::string text = settled.isDynamic() ? "dynamic" : settled.scheme + ", " + settled.calibrator;
  llvm::SmallVector<llvm::StringRef, 3> repairs;
  if (settled.smooths())
    repairs.push_back("smoothed");
  if (*settled.rounds)
    repairs.push_back("rounded");
  if (*settled.correctsBias)
    repairs.push_back("bias corrected");
  return repairs.empty() ? text : text + ", " + llvm::join(repairs, " + ");
}

} // namespace qopt
