// The numeric loops: what evaluator and host driver compute with. Every
// pointer is row-major storage of the stated shape; outputs never alias inputs.
// `samples`, `rows`, `outer` are the run-time batch extents.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/geometry.h"
#include "runtime/numerics/scalar/scalar_program.h"
#include "runtime/numerics/types/large_pages.h"
#include "runtime/numerics/types/status.h"

#include <limits>
#include <memory>
#include <span>

namespace qrt {

/// Where output element (n, p, c) of an epilogue finds its own element of a tensor:
/// n / samples · sample + n % samples · inner + p · pixel + c · channel, `samples` the epilogue's
/// innerSamples; p is the pixel y·W + x.
struct EpilogueStrides {
  int64_t sample = 0, pixel = 0, channel = 0, inner = 0;
  bool operator==(const EpilogueStrides &) const = default;
};
QRT_FIELDS(EpilogueStrides, sample, pixel, channel, inner)

struct EpilogueTensor {
  const void *data;
  EpilogueStrides strides;
};

/// A scalar program made ready for an instruction set, once for many calls.
class BlockProgram;
using BlockProgramPtr = std::shared_ptr<const BlockProgram>;
/// `program` must outlive it.
BlockProgramPtr prepareProgram(Isa, const ScalarProgram &program);

/// Applied to each accumulator; the result is stored densely at (n, p, c), or where `result` says
/// (its channels contiguous).
/// Input i of the program of kind Tensor reads tensors[inputs[i].index], of
/// kind Channel channels[inputs[i].index][c].
struct Epilogue {
  const ScalarProgram *program;
  std::span<const EpilogueTensor> tensors;
  std::span<const void *const> channels;
  void *output;
  int64_t innerSamples = 1;
  std::optional<EpilogueStrides> result = std::nullopt;
  const BlockProgram *prepared = nullptr; // `program`, for this call's instruction set
};

/// What the anchor's own input holds. For floats the accumulator is F32; for
/// I8/U8 it is I32 = Σ (q_x − zeroPoint)·q_w; for I16 it is I64.
struct QuantizedInput {
  ElementType type = ElementType::F32;
  int32_t zeroPoint = 0;
  bool operator==(const QuantizedInput &) const = default;
};
QRT_FIELDS(QuantizedInput, type, zeroPoint)

/// Weights (or B matrices) rearranged for one ISA path and float order.
class PackedWeights;
using PackedWeightsPtr = std::shared_ptr<const PackedWeights>;

/// `weights`: OIHW, a factor (isReadFactor) of the input. Float sums in fixed order run over
/// (ky, kx, input channel).
PackedWeightsPtr packConv2d(const Execution &, const Conv2dShape &, QuantizedInput input,
                            QuantizedInput weightType, const void *weights,
                            PackedFor = PackedFor::Run);
/// For conv2d in f32 by other terms, products of transformed tiles (windows/tiled_conv2d.h).
PackedWeightsPtr packTiledConv2d(const Execution &, const Conv2dShape &, const float *weights,
                                 PackedFor = PackedFor::Run);
/// `input` as it was packed for; its zero point may be another.
void conv2d(const Execution &, const Conv2dShape &, int64_t samples, QuantizedInput input,
            const void *x, const PackedWeights &weights, const Epilogue &);

/// B of `matrices` matrices (1 when shared); a factor (isReadFactor) of the input.
PackedWeightsPtr packMatmul(const Execution &, const MatmulShape &, QuantizedInput input,
                            int64_t matrices, QuantizedInput bType, const void *b,
                            PackedFor = PackedFor::Run);
/// A: [batch, rows, k]; `input` as it was packed for, its zero point may be another. Epilogue
/// coordinates: n = batch, p = row, c = column.
void matmul(const Execution &, const MatmulShape &, int64_t batch, int64_t rows,
            QuantizedInput input, const void *a, const PackedWeights &b, const Epilogue &);

/// Max: the accumulator is the largest stored value (padding never wins, NaN
/// does), F32 or I32. Average: the sum of (q − zeroPoint), padding adding
/// nothing; I64 for I16. countIncludePad: Count is the whole window everywhere.
void pool2d(const Execution &, const Pool2dShape &, int64_t samples, QuantizedInput input,
            const void *x, const Epilogue &);

/// Sum of (q − zeroPoint), I64 for I16, F32 in the order of ordered_sum.h; or the
/// extreme stored value, F32 or I32, where a NaN wins and −0 lies below +0.
/// Epilogue coordinates: n = outer, p = 0, c = inner.
void reduce(const Execution &, const ReduceShape &, int64_t outer, QuantizedInput input,
            const void *x, const Epilogue &);

/// exp(x − max) / Σ over the last axis, F32, summed in the order of
/// ordered_sum.h. Epilogue: n = outer, c = axis.
void softmax(const Execution &, int64_t outer, int64_t axis, const float *x, const Epilogue &);

/// d·(1/√(mean(d·d) + epsilon)) over the last axis, d = x, or `centered` x − mean(x): F32, each
/// step rounded, summed in the order of ordered_sum.h. Epilogue: n = outer, c = axis.
void standardize(const Execution &, const StandardizeShape &, int64_t outer, const float *x,
                 const Epilogue &);
/// The same of f16 or bf16, each widened.
void standardizeHalves(const Execution &, const StandardizeShape &, int64_t outer, ElementType type,
                       const void *x, const Epilogue &);

struct ElementwiseOperand {
  const void *data;
  StridedAccess access;
};
/// What an elementwise program reads: Tensor inputs through the walk, Indexed ones at a coordinate
/// for each stride of their access, sizes at this batch.
struct ElementwiseOperands {
  std::span<const ElementwiseOperand> tensors = {}, indexed = {};
  std::span<const int64_t> sizes = {};
  const BlockProgram *prepared = nullptr; // the program, for this call's instruction set
};

/// What a run fails with whose guard met an index outside, on every device: where the index came
/// from, and what it was before it counted from an end, is not known there.
inline constexpr const char *indexFault = "an index lies outside its tensor";

/// For each point of the walk (sizes[0] already scaled for the batch): the
/// program, its coordinates those of the walk, stored through `output`. The fastest dimension is
/// the last. Fails where a guard met an index outside (indexFault); the result is complete anyway.
Status elementwise(const Execution &, const StridedWalk &, const ScalarProgram &program,
                   const ElementwiseOperands &operands, const StridedAccess &output,
                   void *outputData);

/// Moves elements of `width` bytes (1, 2, 4 or 8).
void stridedCopy(const Execution &, const StridedWalk &, size_t width, const void *source,
                 const StridedAccess &sourceAccess, void *target,
                 const StridedAccess &targetAccess);
/// Fills `count` elements of `width` bytes with the low bytes of `bits`.
void fill(const Execution &, int64_t count, size_t width, uint64_t bits, void *target);

} // namespace qrt
