// NarrowValues tells which f32 values a narrower float can stand for.
#pragma once

#include "ir/types/quant_type.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace qopt {

class NarrowValues {
public:
  /// `type`: a float of 8 or 16 bits.
  NarrowValues(qrt::ElementType type, bool explain) : type(type), explain(explain) {}

  /// Returns whether the type can hold the value, by its measured range, or a constant by its
  /// elements. What does not fit is said once: numbers past the largest in a warning.
  bool fits(mlir::Value value);
  /// A constant's elements, each rounded to the nearest.
  qrt::Tensor rounded(const qrt::Tensor &reals) const;
  /// Warns where values of no known range might overflow unseen.
  void reportUnmeasured(mlir::Location loc) const;

  std::string_view typeName() const { return qrt::elementTypeName(type); }

private:
  bool constantFits(mlir::Value value, const qrt::Tensor &reals) const;
  bool rangeFits(mlir::Value value);

  qrt::ElementType type;
  bool explain;
  llvm::DenseMap<mlir::Value, bool> known;
  size_t measured = 0, unmeasured = 0;
  std::string firstUnmeasured; // its name: the value itself may be gone when it is reported
};

} // namespace qopt
