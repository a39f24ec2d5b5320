// Matrix products.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/calls/sample_parts.h"
#include "runtime/numerics/matmul/matmul.h"

namespace qrt {

struct MatmulCall {
  static constexpr std::string_view family = "matmul";
  static constexpr size_t results = 1;
  static constexpr bool sumsInOwnOrder = true;
  MatmulShape shape;
  Extent batch, rows; // batch: of shape.strides->inner matrices each
  Factor a, b;
  CallEpilogue epilogue;
};
QRT_FIELDS(MatmulCall, shape, batch, rows, a, b, epilogue)

Status check(const CallCheck &, const MatmulCall &);
bool isPerSample(const SampleParts &, const MatmulCall &);
void run(const HostRun &, const MatmulCall &);
Prepared prepare(const HostLoad &, const MatmulCall &);
/// All that packing reads of a call but the weights themselves.
std::string packingKey(const Execution &, const MatmulCall &);

} // namespace qrt
