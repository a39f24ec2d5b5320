// The settings that qrun accuracy compares: calibrators, schemes, numbers of samples.
#pragma once

#include "passes/calibrate/calibrators.h"
#include "passes/quantize/policy/layer_policy.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qopt::run {

/// One row of the table.
struct Variant {
  std::string name;
  std::string calibrator; // empty: no ranges are needed
  CalibrationSettings settings;
  int64_t samples = 0; // that calibrate, the first ones; 0: all
  bool repaired = false;
  std::string passes;
  bool isOwn = false;                             // the user's
  AttentionForm attention = AttentionForm::Float; // integer: of networks that have some
};

struct VariantGroup {
  std::string_view name, summary;
  std::vector<Variant> (*variants)();
};

const std::vector<VariantGroup> &variantGroups();
/// Null: there is none of that name.
const VariantGroup *findVariantGroup(std::string_view name);

} // namespace qopt::run
