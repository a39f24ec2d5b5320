// The normalization along the last axis that norms apply before their scale.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/elementwise/epilogue.h"

namespace qrt {

/// [outer, axis], row by row.
struct StandardizeShape {
  int64_t axis = 1;
  float epsilon = 0;
  bool centered = false; // the mean is taken off first
  bool operator==(const StandardizeShape &) const = default;
};
QRT_FIELDS(StandardizeShape, axis, epsilon, centered)

/// Computes d·(1/√(mean(d·d) + epsilon)) over the last axis, with d = x, or d = x − mean(x) if
/// `centered`. F32, each step rounded, summed in the order of ordered_sum.h. Epilogue: n = outer, c
/// = axis.
void standardize(const Execution &, const StandardizeShape &, int64_t outer, const float *x,
                 const Epilogue &);
/// The same for f16 or bf16, each element widened to f32.
void standardizeHalves(const Execution &, const StandardizeShape &, int64_t outer, ElementType type,
                       const void *x, const Epilogue &);

struct StandardizeCall {
  static constexpr std::string_view family = "standardize";
  static constexpr size_t results = 1;
  Extent outer;
  StandardizeShape shape;
  Operand input; // F32 or a half, [outer, axis]
  CallEpilogue epilogue;
};
QRT_FIELDS(StandardizeCall, outer, shape, input, epilogue)

Status check(const CallCheck &, const StandardizeCall &);
bool isPerSample(const SampleParts &, const StandardizeCall &);
void run(const HostRun &, const StandardizeCall &);

} // namespace qrt
