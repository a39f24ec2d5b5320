// Attention: the softmax of scored products of queries and keys, times values, in one call. Scores
// and weights lie nowhere; each is rounded as if stored. Bytes have zero point 0, sums in i32 (I1).
#pragma once

#include "runtime/calls/elementwise/elementwise.h"

namespace qrt {

/// Accesses have a stride for each dimension of `matrices`, for a row (a query, or a key) and for
/// an element of it (of masks: a key).
struct AttentionCall {
  static constexpr std::string_view family = "attention";
  static constexpr size_t results = 1;
  static constexpr bool sumsInOwnOrder = true;
  Extent batch;         // the size of dimension 0 of `matrices`
  StridedWalk matrices; // how matrices count, the last dimension fastest; sizes[0] is ignored
  int64_t rows = 1, keys = 1, depth = 1, width = 1; // of a query and a key, of a value
  ElementwiseOperandRef query, key, value;          // F32, F16, BF16; or I8, U8
  ScalarProgram scoring;                    // of a product, the accumulator: F32, of bytes I32
  std::vector<ElementwiseOperandRef> masks; // that it reads beside it
  ScalarProgram weighting;   // of a share of the softmax: the accumulator; tensor 0 is its score
  int64_t innerMatrices = 1; // of each sample of the epilogue
  CallEpilogue epilogue;     // n = matrix, p = query, c = element of a value
};
QRT_FIELDS(AttentionCall, batch, matrices, rows, keys, depth, width, query, key, value, scoring,
           masks, weighting, innerMatrices, epilogue)

/// Matrices for each step of dimension 0.
int64_t matricesOf(const AttentionCall &call);

Status check(const CallCheck &, const AttentionCall &);
void run(const HostRun &, const AttentionCall &);

} // namespace qrt
