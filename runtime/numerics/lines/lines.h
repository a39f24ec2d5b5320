// Loops that run along lines, one after the other within each: scatters, scans, orders. Lines are
// the points of a walk; what a line writes no other does, so that results do not depend on who
// runs which line.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/geometry.h"

#include <optional>
#include <span>
#include <string_view>

namespace qrt {

// ---- scatter ----

/// What becomes of an element that an update names.
enum class ScatterKind : uint8_t { None /* the update */, Add, Mul, Max, Min };
inline constexpr std::string_view scatterKindNames[] = {"none", "add", "mul", "max", "min"};
constexpr bool isScatterKind(ScatterKind kind) { return size_t(kind) < 5; }
constexpr std::optional<ScatterKind> parseScatterKind(std::string_view name) {
  for (size_t i = 0; i < std::size(scatterKindNames); ++i)
    if (scatterKindNames[i] == name)
      return ScatterKind(i);
  return std::nullopt;
}
/// Computes what neither the element nor the update was.
constexpr bool isArithmetic(ScatterKind kind) {
  return kind == ScatterKind::Add || kind == ScatterKind::Mul;
}
constexpr bool scatters(ScatterKind kind, ElementType type) {
  return loadedType(type) && (kind == ScatterKind::None || typeClass(type) != TypeClass::Boolean);
}

/// Update j of a line lies at update + j·updateStep; its places along the target's dimensions at
/// index + j·indexStep + d·componentStep, d below targetSteps.size(); the element that they name
/// at target + Σ place·targetSteps[d].
struct ScatterShape {
  ScatterKind kind = ScatterKind::None;
  StridedAccess index, update, target; // of the walk over lines
  int64_t indexStep = 0, componentStep = 0, updateStep = 0;
  std::vector<int64_t> targetSteps;
  bool operator==(const ScatterShape &) const = default;
};
QRT_FIELDS(ScatterShape, kind, index, update, target, indexStep, componentStep, updateStep,
           targetSteps)

/// Applies `count` updates a line, in order. `sizes`: what a place stays below; a negative one
/// counts from the end. Fails where one lies outside (indexFault).
Status scatter(const Execution &, const ScatterShape &, const StridedWalk &lines, int64_t count,
               std::span<const int64_t> sizes, ElementType indexType, const void *indices,
               ElementType type, const void *updates, void *target);

// ---- scan ----

enum class ScanKind : uint8_t { Sum, Product };
constexpr bool isScanKind(ScanKind kind) { return size_t(kind) < 2; }
constexpr bool scans(ElementType type) {
  return loadedType(type) && typeClass(type) != TypeClass::Boolean;
}

/// Element i of a line joins those before it (`exclusive`) and itself; `reverse`: behind it. Joined
/// in the loadedType, each result rounded to the type.
struct ScanShape {
  ScanKind kind = ScanKind::Sum;
  bool exclusive = false, reverse = false;
  StridedAccess source, target; // of the walk over lines
  int64_t sourceStep = 0, targetStep = 0;
  bool operator==(const ScanShape &) const = default;
};
QRT_FIELDS(ScanShape, kind, exclusive, reverse, source, target, sourceStep, targetStep)

void scan(const Execution &, const ScanShape &, const StridedWalk &lines, int64_t count,
          ElementType type, const void *source, void *target);

// ---- order ----

/// Places of the `chosen` largest (or smallest) elements of a line in order: lower places first
/// among equals, NaN greater than any number.
struct OrderShape {
  bool smallest = false;
  int64_t count = 1, chosen = 1;
  StridedAccess source, target; // of the walk over lines
  int64_t sourceStep = 0, targetStep = 0;
  bool operator==(const OrderShape &) const = default;
};
QRT_FIELDS(OrderShape, smallest, count, chosen, source, target, sourceStep, targetStep)

/// `placeType`: I32 or I64.
void order(const Execution &, const OrderShape &, const StridedWalk &lines, ElementType type,
           const void *source, ElementType placeType, void *places);

} // namespace qrt
