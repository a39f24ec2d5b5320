#include "tools/libqopt/flows/accuracy/variants.h"

#include "tools/libqopt/flows/recipe/pass_text.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {
namespace {

using nn::Scheme;

CalibrationSettings settingsOf(Scheme scheme, unsigned bits = 8, double clipWeight = 1,
                               bool skipsZeros = false) {
  CalibrationSettings settings;
  settings.scheme = scheme;
  settings.bits = bits;
  settings.clipWeight = clipWeight;
  settings.skipsZeros = skipsZeros;
  return settings;
}

std::vector<Variant> calibrators() {
  const std::string mixed = insertQuantPasses("scheme=mixed");
  const Recipe recipe = Recipe().settled();
  std::vector<Variant> rows;
  auto add = [&](const char *name, const char *method, double clipWeight, bool skipsZeros) {
    rows.push_back(
        {name, method, settingsOf(Scheme::Mixed, 8, clipWeight, skipsZeros), 0, false, mixed});
  };
  add("min-max", "min-max", 1, false);
  add("moving-average", "moving-average", 1, false);
  add("percentile", "percentile", 1, false);
  add("mse", "mse", 1, false);
  add("mse, clip-weight=2", "mse", 2, false);
  add("entropy", "entropy", 1, false);
  add("entropy, skip-zeros", "entropy", 1, true);
  add("auto, clip-weight=2", "auto", 2, false);
  rows.push_back({"auto, clip-weight=2, repaired", recipe.calibrator, recipe.calibrationSettings(),
                  0, true, mixed});
  rows.push_back({"auto, clip-weight=2, repaired, attention=integer", recipe.calibrator,
                  recipe.calibrationSettings(), 0, true,
                  insertQuantPasses("scheme=mixed attention=integer"), false,
                  AttentionForm::Integer});
  return rows;
}

/// Ranges are chosen by `auto`, or by min-max where nothing is clipped.
std::vector<Variant> schemes() {
  std::vector<Variant> rows;
  auto add = [&](const char *name, Scheme scheme, unsigned bits, const std::string &passes) {
    rows.push_back({name, "auto", settingsOf(scheme, bits, 2), 0, false, passes});
  };
  add("int8 signed", Scheme::Signed, 8, insertQuantPasses("scheme=signed"));
  add("int8 signs (unsigned behind a relu)", Scheme::Signs, 8, insertQuantPasses("scheme=signs"));
  add("int8 affine", Scheme::Affine, 8, insertQuantPasses("scheme=affine"));
  add("int8 mixed", Scheme::Mixed, 8, insertQuantPasses("scheme=mixed"));
  add("int8 signed, weights per tensor", Scheme::Signed, 8,
      insertQuantPasses("scheme=signed granularity=tensor"));
  add("int8 mixed, weights per tensor", Scheme::Mixed, 8,
      insertQuantPasses("scheme=mixed granularity=tensor"));
  add("int8 mixed, weights int4", Scheme::Mixed, 8,
      insertQuantPasses("scheme=mixed weight-bits=4"));
  add("int16 symmetric", Scheme::Signed, 16, insertQuantPasses("scheme=signed bits=16"));
  add("int16 affine", Scheme::Affine, 16, insertQuantPasses("scheme=affine bits=16"));
  add("int16, weights int8", Scheme::Signed, 16,
      insertQuantPasses("scheme=signed bits=16 weight-bits=8"));
  add("profile trt", Scheme::Signed, 8, insertQuantPasses("profile=trt"));
  add("profile ort-cpu", Scheme::Affine, 8, insertQuantPasses("profile=ort-cpu"));
  add("profile tflite", Scheme::Affine, 8, insertQuantPasses("profile=tflite"));
  auto addFloat = [&](const char *name, const char *calibrator, const char *passes) {
    rows.push_back({name, calibrator, {}, 0, false, passes});
  };
  addFloat("f16", "min-max", "assign-precision{type=f16}");
  addFloat("bf16", "min-max", "assign-precision{type=bf16}");
  addFloat("f8E4M3", "min-max", "assign-precision{type=f8e4m3fn}");
  addFloat("weights int8", "", "quantize-weights{bits=8}");
  addFloat("weights int4, groups of 32", "", "quantize-weights{bits=4}");
  addFloat("weights on 256 levels", "", "round-weights{levels=256}");
  addFloat("weights on 16 levels", "", "round-weights{levels=16}");
  return rows;
}

std::vector<Variant> sampleCounts() {
  std::vector<Variant> rows;
  for (int64_t samples : {50, 100, 500})
    for (bool skips : {false, true})
      rows.push_back({"entropy" + std::string(skips ? ", skip-zeros, " : ", ") +
                          std::to_string(samples) + " samples",
                      "entropy", settingsOf(Scheme::Mixed, 8, 1, skips), samples, false,
                      insertQuantPasses("scheme=mixed")});
  return rows;
}

} // namespace

const std::vector<VariantGroup> &variantGroups() {
  static const std::vector<VariantGroup> groups = {
      {"calibrators", "int8, scheme mixed: every calibrator, and the last one on repaired weights",
       calibrators},
      {"schemes", "types, schemes, granularity, profiles; weights alone; narrow floats", schemes},
      {"samples", "entropy from 50, 100 and 500 samples", sampleCounts},
  };
  return groups;
}

const VariantGroup *findVariantGroup(std::string_view name) {
  auto found =
      llvm::find_if(variantGroups(), [&](const auto &group) { return group.name == name; });
  return found == variantGroups().end() ? nullptr : &*found;
}

} // namespace qopt::run
