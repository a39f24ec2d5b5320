// The hot inner loops, compiled once per instruction set, behind one table of
// function pointers. Internal to runtime/numerics.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/execution/move_kernels.h"
#include "runtime/numerics/reduce/reductions.h"
#include "runtime/numerics/scalar/scalar_program.h"

namespace qrt {

/// One operation of a scalar program over `lanes` values. `target` is none of
/// the operands.
using LaneFn = void (*)(void *target, const void *a, const void *b, const void *c, int64_t lanes);

/// clamp(rint(t) + zero) to storage integers in one sweep; the bounds and the
/// zero are floats, as the program has them.
struct QuantizeBounds {
  float zero, lower, upper;
};
using QuantizeFn = void (*)(void *target, const float *t, QuantizeBounds, int64_t lanes);

/// Which products a matrix kernel forms. Every kernel but Wide reads A in
/// units of 4 bytes: one f32, four u8, or two i16.
enum class GemmFamily : uint8_t {
  F32Fixed, // multiply, then add; k in order
  F32Fast,
  Dot8,   // u8 × s8, four to an instruction (VNNI only)
  Pair16, // i16 × i16, pairs added in i32
  Wide,   // i32 × i32 in i64: the 16-bit types
};
constexpr int gemmFamilies = 5;

/// What becomes of sums before they leave a kernel's registers.
enum class FinishKind : uint8_t {
  Bound,      // f32: min(max(sum + bias[c], lower), upper) + positive
  Requantize, // i32, to bytes: min(max(f32(sum + bias[c])·scale[c], lower), upper), rounded, + zero
};
struct Finish {
  FinishKind kind;
  const void *bias; // f32 or i32, of the first column; null: none
  const float *scale;
  float lower, upper; // of Requantize integers: rounding before or behind them is the same
  float positive;     // +0 where −0 shall become it, else −0
  int32_t zero;
  char *output; // the first row's first column
  int64_t rowBytes, columns;

  /// From another column on.
  Finish from(int64_t column) const {
    Finish rest = *this;
    rest.bias = bias ? static_cast<const char *>(bias) + column * 4 : nullptr;
    rest.scale = scale ? scale + column : nullptr;
    rest.output += column * (kind == FinishKind::Bound ? 4 : 1);
    rest.columns -= column;
    return rest;
  }
};

/// acc[row][column] = init[column] + Σ A·B for `rowCount` rows of A and the
/// vectors·vectorLanes columns of one panel. A row's k runs over `segments`
/// stretches of `units` 4-byte units, each at its byte offset from the row.
struct GemmArgs {
  const char *base;
  const int64_t *rowOffsets; // bytes from `base`
  int64_t rowCount;
  const int64_t *segmentOffsets;
  int64_t segments, units;
  const void *panel;   // [segments][units][columns] units
  const int32_t *init; // per column, or null: zero
  void *acc;
  int64_t accStride;    // elements between rows
  const Finish *finish; // instead of acc, of Kernels::finishes; null: none
};
using GemmFn = void (*)(const GemmArgs &, int vectors);

/// acc[c] over a ny × nx window of rows of `channels` elements; strides count
/// elements. Weights, for depthwise convolution: f32, or i32.
struct TapArgs {
  const void *x;
  int64_t ny, nx, strideY, strideX, channels;
  int32_t zeroPoint;
  const void *weights;
  int64_t weightStrideY, weightStrideX;
  void *acc;
};
using TapFn = void (*)(const TapArgs &);

enum class TapKind : uint8_t { Sum, Max, Dot, DotFast };
constexpr int tapKinds = 4;

/// acc[pixel][c] of consecutive output pixels in one row of a depthwise convolution. rows[ky][i] is
/// the first channel of the input pixel i columns behind the first window's left edge, or of one
/// that stands for the padding.
struct DepthwiseArgs {
  const void *const *const *rows;
  int64_t pixels, channels;
  int64_t height, width;    // taps of the window
  int64_t stride, dilation; // of columns
  /// [ky][kx][channels] of f32. ByteQuads: [channels / (4·vectorLanes), rounded up][ky / 4, rounded
  /// up][kx] [4·vectorLanes] quads of s8, the last dimension of a quad along ky; zeros where there
  /// is none.
  const void *weights;
  /// Of bytes: what is added to the sums, for whole vectors of channels (of quads, four vectors),
  /// and what is XORed to an input for an unsigned one, in all bytes.
  const int32_t *init;
  int32_t flip;
  void *woven; // of quads: Kernels::wovenBytes of room
  void *acc;
  const Finish *finish; // instead of acc, where Kernels::depthwiseFinishes; null: none

  /// Input pixels from the first that `pixels` windows cover to their last.
  int64_t positions() const { return (pixels - 1) * stride + (width - 1) * dilation + 1; }
};
using DepthwiseFn = void (*)(const DepthwiseArgs &);

/// BytesAsF32 is of windows whose loaded pixels each serve all windows that cover them, and of one
/// row (isOfBytesAsF32 of windows/depthwise.cpp), where quads take more than one instruction.
enum class DepthwiseKind : uint8_t { F32Fixed, F32Fast, ByteQuads, BytesAsF32 };
constexpr int depthwiseKinds = 4;

/// A row of tiles of F(2×2, 3×3): rows[y][2·tile + x] is the first channel of the tile's input
/// pixel (y, x), or of one that stands for the padding.
struct WinogradInputArgs {
  const float *const *const *rows; // 4
  int64_t tiles, channels;
  float *transformed; // [16 products][tiles][channels]
  int64_t productStride;
};
/// Their results: rows of `width` pixels, two, or fewer at the end.
struct WinogradOutputArgs {
  const float *sums; // [16 products][tiles][channels], the channels whole vectors
  int64_t productStride, channels, width;
  int rows;
  float *results[2];       // of each row: [width][channels]
  const Finish *finish[2]; // instead; null: none
};

/// A row of loops.h's standardize.
struct StandardizeArgs {
  const float *row;
  int64_t count;
  float epsilon;
  bool centered;
  float *out;
};

/// acc[c] over `count` elements of column c, `stride` apart; the columns lie side by side.
struct ReduceArgs {
  const void *x;
  int64_t count, stride, columns;
  int32_t zeroPoint;
  void *acc;
};
using ReduceFn = void (*)(const ReduceArgs &);

/// What a RegisterProgram does to one of its two registers, x, with the other or with leaves a and
/// b. An ending in I: of 32-bit integers, else of floats.
enum class RegisterOp : uint8_t {
  Load, // 4 bytes an element of load a; the next two widen to i32
  LoadI8,
  LoadU8,
  Copy, // the other
  AddF,
  AddOtherF,
  SubF,
  SubFromF, // a − x
  SubOtherF,
  MulF,
  MulOtherF,
  MultiplyAdd,      // fma(x, a, b)
  MultiplyAddOther, // fma(x, a, other)
  AtLeast,          // as in Kernels
  AtMost,
  Relu,
  Rint,
  ToI32,
  ToF32,
  AddI,
  AddOtherI,
  SubI,
  SubOtherI,
  MulI,
  MulOtherI,
  // What quantized programs are made of, several steps in one:
  Scale,    // ToF32, MulF a
  ScaleSum, // AddI a, ToF32, MulF b
  Quantize, // Rint, AddF a, AtLeast a + 1, AtMost a + 2, ToI32
};
struct RegisterStep {
  uint8_t code; // 2·RegisterOp + the register
  uint16_t a = 0, b = 0;
};
constexpr int maxRegisterLoads = 4, maxRegisterLeaves = 24;

/// Rows of contiguous columns; the result is register 0 in the end.
struct RegisterTile {
  struct Load {
    const char *data;
    int64_t rowBytes;
  };
  struct Leaf {
    const char *data;
    int64_t columnMask; // −1: a value for each column; 0: the same for all, as many as lanes
  };
  const RegisterStep *steps;
  size_t stepCount;
  Load loads[maxRegisterLoads];
  Leaf leaves[maxRegisterLeaves];
  int64_t rows, columns;
  char *output;
  int64_t outputRowBytes;
};
using RegisterFn = void (*)(const RegisterTile &);

/// Element-by-element rewriting of an anchor's input for its kernel.
enum class StageKind : uint8_t { Copy, FlipSign8, Subtract16, Subtract32 };

using StageFn = void (*)(void *target, const void *source, int64_t count, int32_t zeroPoint);

/// out[v][r] = Σ matrix[r][i]·vector[v][i] + bias[r], rounded products in the order of
/// ordered_sum.h.
struct OrderedProductsArgs {
  const float *matrix; // rows of `count`, dense
  int64_t rows, count;
  const float *const *vector;
  const float *bias; // or null
  float *const *out;
  int64_t vectors;
};

struct ReducedMinMax {
  float min, max;
  int64_t nans;
};

struct Kernels {
  int vectorLanes; // 32-bit lanes of a vector
  int maxVectors;  // widest panel
  /// By the type of typingOperand; null where the operation does not exist for it.
  LaneFn lane[scalarOpCount][scalarTypeCount];
  LaneFn roundTo[elementTypeCount]; // narrow floats
  LaneFn multiplyInt;               // f32(i32 a) · b
  LaneFn multiplySum;               // f32(i32 a + i32 c) · b
  LaneFn atLeast;                   // max(a, b) where b is neither NaN nor +0
  LaneFn atMost;                    // min(a, b) where b is neither NaN nor −0
  LaneFn relu;                      // max(a, +0)
  void (*load[elementTypeCount])(void *target, const void *source, int64_t count);
  void (*store[elementTypeCount])(void *target, const void *source, int64_t count);
  QuantizeFn quantize[elementTypeCount];     // I8, U8, I16
  RegisterFn registerTile[elementTypeCount]; // by what is stored; null where there is none
  TranslateFn translate;
  InterleaveFn interleave[3][interleavedPlanes - 1]; // of 1, 2 or 4 bytes, 2 or more planes
  GemmFn gemm[gemmFamilies];
  bool finishes[gemmFamilies];           // f32 by Bound, integers by Requantize
  TapFn tap[tapKinds][elementTypeCount]; // sums of I16 are I64
  FoldFn foldMax[elementTypeCount], foldSum[elementTypeCount]; // I8, U8; sums are of i16
  FoldFn foldSums;                                             // of those, in i32
  DepthwiseFn depthwise[depthwiseKinds];        // null where the taps above do as well
  bool depthwiseFinishes;                       // as `finishes`
  int64_t (*wovenBytes)(const DepthwiseArgs &); // that depthwise rows of bytes take
  void (*winogradInput)(const WinogradInputArgs &);
  void (*winogradOutput)(const WinogradOutputArgs &);
  StageFn stage[4][elementTypeCount];
  ReduceFn reduce[reduceKindCount][elementTypeCount]; // null where it does not reduce the type
  void (*softmaxRow)(const float *row, int64_t count, float *out);
  void (*standardizeRow)(const StandardizeArgs &);
  void (*orderedProducts)(const OrderedProductsArgs &);
  ReducedMinMax (*minMax)(const float *values, int64_t count);

  /// Of elements of `width` bytes; null where there is none.
  InterleaveFn interleaveOf(size_t width, int64_t planes) const {
    return width > 4 || planes < 2 || planes > interleavedPlanes
               ? nullptr
               : interleave[width / 2][planes - 2];
  }
};

const Kernels &kernelsFor(Isa isa);

/// Each instruction set fills its own table, family by family.
#define QRT_DECLARE_KERNELS(ns)                                                                    \
  namespace ns {                                                                                   \
  void fillLanes(Kernels &);                                                                       \
  void fillRegisterTiles(Kernels &);                                                               \
  void fillTranslate(Kernels &);                                                                   \
  void fillInterleave(Kernels &);                                                                  \
  void fillGemmFloat(Kernels &);                                                                   \
  void fillGemmInteger(Kernels &);                                                                 \
  void fillTaps(Kernels &);                                                                        \
  void fillFolds(Kernels &);                                                                       \
  void fillDepthwise(Kernels &);                                                                   \
  void fillDepthwiseQuads(Kernels &);                                                              \
  void fillWinograd(Kernels &);                                                                    \
  void fillOrderedProducts(Kernels &);                                                             \
  void fillRows(Kernels &);                                                                        \
  void fillReductions(Kernels &);                                                                  \
  }
QRT_DECLARE_KERNELS(isa_baseline)
#if QRT_MULTI_ISA
QRT_DECLARE_KERNELS(isa_avx2)
QRT_DECLARE_KERNELS(isa_avx512)
namespace isa_avx512vnni { // the rest is isa_avx512's
void fillGemmInteger(Kernels &);
void fillDepthwiseQuads(Kernels &);
} // namespace isa_avx512vnni
#endif
#undef QRT_DECLARE_KERNELS

} // namespace qrt
