// Replaces elements of an existing tensor by updates, or joins them with updates.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <optional>
#include <span>
#include <string_view>

namespace qrt {

/// The operation on an element that an update names.
enum class ScatterKind : uint8_t { None /* the update */, Add, Mul, Max, Min };
inline constexpr std::string_view scatterKindNames[] = {"none", "add", "mul", "max", "min"};
constexpr bool isScatterKind(ScatterKind kind) { return size_t(kind) < 5; }
constexpr std::optional<ScatterKind> parseScatterKind(std::string_view name) {
  for (size_t i = 0; i < std::size(scatterKindNames); ++i)
    if (scatterKindNames[i] == name)
      return ScatterKind(i);
  return std::nullopt;
}
/// Returns whether the operation can give a value that is neither the element nor the update.
constexpr bool isArithmetic(ScatterKind kind) {
  return kind == ScatterKind::Add || kind == ScatterKind::Mul;
}
constexpr bool scatters(ScatterKind kind, ElementType type) {
  return loadedType(type) && (kind == ScatterKind::None || typeClass(type) != TypeClass::Boolean);
}

/// Update j of a line lies at update + j·updateStep. Its coordinate in dimension d of the target, d
/// < targetSteps.size(), lies at index + j·indexStep + d·componentStep; it names the element at
/// target + Σ coordinate·targetSteps[d].
struct ScatterShape {
  ScatterKind kind = ScatterKind::None;
  StridedAccess index, update, target; // of the walk over lines
  int64_t indexStep = 0, componentStep = 0, updateStep = 0;
  std::vector<int64_t> targetSteps;
  bool operator==(const ScatterShape &) const = default;
};
QRT_FIELDS(ScatterShape, kind, index, update, target, indexStep, componentStep, updateStep,
           targetSteps)

/// Applies `count` updates per line, in order. A coordinate must lie below its entry of `sizes`; a
/// negative one counts from the end. Fails if one lies outside (indexFault).
Status scatter(const Execution &, const ScatterShape &, const StridedWalk &lines, int64_t count,
               std::span<const int64_t> sizes, ElementType indexType, const void *indices,
               ElementType type, const void *updates, void *target);

struct ScatterCall {
  static constexpr std::string_view family = "scatter";
  static constexpr size_t results = 1;
  ScatterShape shape;
  Extent leading;            // the size of dimension 0 of the walk over lines
  StridedWalk walk;          // sizes[0] is ignored: `leading` stands for it
  Extent count;              // updates of a line
  std::vector<Extent> sizes; // what places stay below
  Operand indices, updates;
};
QRT_FIELDS(ScatterCall, shape, leading, walk, count, sizes, indices, updates)

Status check(const CallCheck &, const ScatterCall &);
void run(const HostRun &, const ScatterCall &);

} // namespace qrt
