#include "passes/precision/narrow_values.h"

#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static std::string number(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", value);
  return text;
}

// Returns the words by which a diagnostic names the value.
static std::string valueName(Value value) {
  std::string key = keyOf(value);
  if (key.empty() && value.getDefiningOp())
    key = layerName(value.getDefiningOp());
  return key.empty() ? "an input" : "'" + key + "'";
}

bool NarrowValues::fits(Value value) {
  auto [entry, isNew] = known.try_emplace(value, false);
  if (!isNew)
    return entry->second;
  std::optional<qrt::Tensor> constant = constantTensor(value);
  bool does = constant ? constantFits(value, *constant) : rangeFits(value);
  return known[value] = does;
}

bool NarrowValues::rangeFits(Value value) {
  std::optional<RangeAttr> range = rangeOf(value);
  if (!range && unmeasured == 0)
    firstUnmeasured = valueName(value);
  ++(range ? measured : unmeasured);
  double largest = qrt::narrowLayout(type)->largest();
  if (!range || std::max(-range->getMin(), range->getMax()) <= largest)
    return true;
  mlir::emitWarning(value.getLoc())
      << valueName(value) << " stays f32: its range [" << number(range->getMin()) << ", "
      << number(range->getMax()) << "] exceeds " << number(largest) << ", the largest "
      << typeName();
  return false;
}

bool NarrowValues::constantFits(Value value, const qrt::Tensor &reals) const {
  qrt::FloatLayout layout = *qrt::narrowLayout(type);
  double largest = layout.largest();
  bool any = false, anyLeft = false;
  for (float real : reals.values<float>()) {
    bool holds =
        std::isnan(real) || (std::isinf(real) ? layout.hasInfinities() : std::abs(real) <= largest);
    if (!holds) {
      mlir::emitWarning(value.getLoc())
          << valueName(value) << " stays f32: it holds " << number(real) << ", and "
          << number(largest) << " is the largest " << typeName();
      return false;
    }
    any |= real != 0;
    anyLeft |= qrt::widenFloat(layout, qrt::narrowFloat(layout, real)) != 0;
  }
  // The epsilon under a root is such a value, which is there so that nothing is divided by 0.
  if (any && !anyLeft && explain)
    mlir::emitRemark(value.getLoc())
        << valueName(value) << " stays f32: it would be rounded to 0 in " << typeName();
  return !any || anyLeft;
}

qrt::Tensor NarrowValues::rounded(const qrt::Tensor &reals) const {
  qrt::Tensor narrow = qrt::Tensor::allocate(type, reals.shape());
  qrt::visitElementType(type, [&](auto tag) {
    using Storage = typename decltype(tag)::Storage;
    if constexpr (requires { Storage::layout; })
      llvm::transform(reals.values<float>(), narrow.template mutableValues<Storage>().begin(),
                      [](float real) { return Storage(real); });
  });
  return narrow;
}

void NarrowValues::reportUnmeasured(Location loc) const {
  // A bf16 goes as far as an f32.
  if (unmeasured == 0 || qrt::narrowLayout(type)->exponentBits == 8)
    return;
  bool hasInfinity = qrt::narrowLayout(type)->hasInfinities() && qrt::bitWidth(type) == 16;
  mlir::emitWarning(loc)
      << unmeasured << " of " << measured + unmeasured << " values that become " << typeName()
      << " have no measured range (the first is " << firstUnmeasured
      << "), so that a larger value than " << number(qrt::narrowLayout(type)->largest())
      << (hasInfinity ? " would become infinity" : " would be clamped to it")
      << "; measure ranges with 'qrun calibrate' and give the file as calibration=FILE";
}

} // namespace qopt
