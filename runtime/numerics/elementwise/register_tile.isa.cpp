// Tiles of a RegisterProgram: eight vectors at a time go through all steps in registers. AVX-512
// only: with half the registers of half the width, choosing the steps costs more than it saves.
#include "runtime/numerics/elementwise/register_kernels.h"
#include "runtime/numerics/execution/simd_halves.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

#if QRT_ISA_LEVEL >= 2
QRT_INLINE VecI toI32(VecF x) { return (VecI)_mm512_cvttps_epi32((__m512)x); }
QRT_INLINE VecF roundEven(VecF x) { return (VecF)_mm512_roundscale_ps((__m512)x, 8); }
QRT_INLINE VecF numberOr0(VecF x) {
  return (VecF)_mm512_maskz_mov_ps(_mm512_cmp_ps_mask((__m512)x, (__m512)x, _CMP_ORD_Q), (__m512)x);
}
template <bool isSigned> QRT_INLINE VecI widen(__m128i bytes) {
  return (VecI)(isSigned ? _mm512_cvtepi8_epi32(bytes) : _mm512_cvtepu8_epi32(bytes));
}
QRT_INLINE __m128i loadBytes(const char *p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
}
QRT_INLINE __m128i loadBytes(const char *p, int64_t count) {
  return _mm_maskz_loadu_epi8(firstOf(count), p);
}
QRT_INLINE VecI asInt(VecF x) { return (VecI)x; }
QRT_INLINE VecF asFloat(VecI x) { return (VecF)x; }

/// These store results, a type of element each.
struct Words {
  static constexpr int width = 4;
  QRT_INLINE void store(char *target, VecF x) { storeVec(target, x); }
  QRT_INLINE void storePart(char *target, int64_t count, VecF x) {
    storeFirst(reinterpret_cast<float *>(target), count, x);
  }
};
struct Bytes {
  static constexpr int width = 1;
  QRT_INLINE void store(char *target, VecF x) { storePart(target, vectorLanes, x); }
  QRT_INLINE void storePart(char *target, int64_t count, VecF x) {
    storeBytes(target, asInt(x), count);
  }
};
template <class Half> struct Halves {
  static constexpr int width = 2;
  QRT_INLINE void store(char *target, VecF x) { storeHalves<Half>(target, x); }
  QRT_INLINE void storePart(char *target, int64_t count, VecF x) {
    storeFirstHalves<Half>(target, count, x);
  }
};

/// `rows` × `vectors` vectors of a tile from (row, column) on; of one vector that is a part, the
/// first `count` lanes. Rows past the last stand for it.
template <class Stored, int vectors, int rows, bool isPart> struct Chunk {
  static constexpr int all = vectors * rows;
  const RegisterTile &tile;
  int64_t row, column, count;

  QRT_INLINE_MEMBER int64_t rowOf(int v) const {
    int64_t r = row + v / vectors;
    return r < tile.rows ? r : tile.rows - 1;
  }
  QRT_INLINE_MEMBER const char *source(const RegisterStep &step, int v, int64_t width) const {
    const RegisterTile::Load &from = tile.loads[step.a];
    return from.data + rowOf(v) * from.rowBytes + (column + v % vectors * vectorLanes) * width;
  }
  QRT_INLINE_MEMBER VecF load(const char *p) const {
    const float *from = reinterpret_cast<const float *>(p);
    return isPart ? loadFirst(from, count, 0) : loadVec<VecF>(from);
  }
  QRT_INLINE_MEMBER VecF leaf(int number, int v) const {
    const RegisterTile::Leaf &from = tile.leaves[number];
    return load(from.data + ((column + v % vectors * vectorLanes) * 4 & from.columnMask));
  }
  template <bool isSigned> QRT_INLINE_MEMBER VecF loadByte(const RegisterStep &step, int v) const {
    const char *from = source(step, v, 1);
    return asFloat(widen<isSigned>(isPart ? loadBytes(from, count) : loadBytes(from)));
  }
  template <class Half> QRT_INLINE_MEMBER VecF loadHalf(const RegisterStep &step, int v) const {
    const char *from = source(step, v, 2);
    return isPart ? loadFirstHalves<Half>(from, count) : loadHalves<Half>(from);
  }
  QRT_INLINE_MEMBER VecF quantized(VecF x, int first, int v) const {
    VecF t = atLeast(roundEven(x) + leaf(first, v), leaf(first + 1, v));
    return asFloat(toI32(atMost(t, leaf(first + 2, v))));
  }
  QRT_INLINE_MEMBER VecF fixedScaled(VecF x, const RegisterStep &step, int v) const {
    return asFloat(shrRound(mulHigh(asInt(x), asInt(leaf(step.a, v))), asInt(leaf(step.b, v))));
  }
  QRT_INLINE_MEMBER VecF fixedStored(VecF x, int first, int v) const {
    const VecI kept = atMost(atLeast(asInt(x), asInt(leaf(first, v))), asInt(leaf(first + 1, v)));
    return asFloat(kept + asInt(leaf(first + 2, v)));
  }
  QRT_INLINE_MEMBER void store(int v, VecF value) const {
    int64_t at = column + v % vectors * vectorLanes;
    char *target = tile.output + rowOf(v) * tile.outputRowBytes + at * Stored::width;
    if constexpr (isPart)
      Stored::storePart(target, count, value);
    else
      Stored::store(target, value);
  }

  void run() const {
    VecF m[2][all] = {};
    const VecF zero = {};
    for (const RegisterStep *step = tile.steps; step != tile.steps + tile.stepCount; ++step) {
      switch (step->code) {
#define QRT_STEP(name, value)                                                                      \
  QRT_STEP_OF(name, 0, value)                                                                      \
  QRT_STEP_OF(name, 1, value)
#define QRT_STEP_OF(name, r, value)                                                                \
  case 2 * int(RegisterOp::name) + r:                                                              \
    forEach<all>([&]<int v>() __attribute__((always_inline)) {                                     \
      [[maybe_unused]] const VecF x = m[r][v], other = m[1 - r][v];                                \
      m[r][v] = value;                                                                             \
    });                                                                                            \
    break;
        QRT_STEP(Load, load(source(*step, v, 4)))
        QRT_STEP(LoadI8, loadByte<true>(*step, v))
        QRT_STEP(LoadU8, loadByte<false>(*step, v))
        QRT_STEP(LoadF16, loadHalf<Float16>(*step, v))
        QRT_STEP(LoadBF16, loadHalf<BFloat16>(*step, v))
        QRT_STEP(Copy, other)
        QRT_STEP(AddF, x + leaf(step->a, v))
        QRT_STEP(AddOtherF, x + other)
        QRT_STEP(SubF, x - leaf(step->a, v))
        QRT_STEP(SubFromF, leaf(step->a, v) - x)
        QRT_STEP(SubOtherF, x - other)
        QRT_STEP(MulF, x * leaf(step->a, v))
        QRT_STEP(MulOtherF, x * other)
        QRT_STEP(DivF, x / leaf(step->a, v))
        QRT_STEP(NumberOr0, numberOr0(x))
        QRT_STEP(MultiplyAdd, fusedMultiplyAdd(x, leaf(step->a, v), leaf(step->b, v)))
        QRT_STEP(MultiplyAddOther, fusedMultiplyAdd(x, leaf(step->a, v), other))
        QRT_STEP(AtLeast, atLeast(x, leaf(step->a, v)))
        QRT_STEP(AtMost, atMost(x, leaf(step->a, v)))
        QRT_STEP(Relu, atLeast(x, zero) + zero)
        QRT_STEP(Rint, roundEven(x))
        QRT_STEP(RoundF16, roundedTo<Float16>(x))
        QRT_STEP(RoundBF16, roundedTo<BFloat16>(x))
        QRT_STEP(ToI32, asFloat(toI32(x)))
        QRT_STEP(ToF32, toF32(asInt(x)))
        QRT_STEP(AddI, asFloat(asInt(x) + asInt(leaf(step->a, v))))
        QRT_STEP(AddOtherI, asFloat(asInt(x) + asInt(other)))
        QRT_STEP(SubI, asFloat(asInt(x) - asInt(leaf(step->a, v))))
        QRT_STEP(SubOtherI, asFloat(asInt(x) - asInt(other)))
        QRT_STEP(MulI, asFloat(asInt(x) * asInt(leaf(step->a, v))))
        QRT_STEP(MulOtherI, asFloat(asInt(x) * asInt(other)))
        QRT_STEP(ShlI, asFloat(shiftLeft(asInt(x), asInt(leaf(step->a, v)))))
        QRT_STEP(MulHighI, asFloat(mulHigh(asInt(x), asInt(leaf(step->a, v)))))
        QRT_STEP(ShrRoundI, asFloat(shrRound(asInt(x), asInt(leaf(step->a, v)))))
        QRT_STEP(AtLeastI, asFloat(atLeast(asInt(x), asInt(leaf(step->a, v)))))
        QRT_STEP(AtMostI, asFloat(atMost(asInt(x), asInt(leaf(step->a, v)))))
        QRT_STEP(Scale, toF32(asInt(x)) * leaf(step->a, v))
        QRT_STEP(ScaleSum, toF32(asInt(x) + asInt(leaf(step->a, v))) * leaf(step->b, v))
        QRT_STEP(Quantize, quantized(x, step->a, v))
        QRT_STEP(FixedScale, fixedScaled(x, *step, v))
        QRT_STEP(FixedStore, fixedStored(x, step->a, v))
#undef QRT_STEP
#undef QRT_STEP_OF
      }
    }
    forEach<all>([&]<int v>() __attribute__((always_inline)) { store(v, m[0][v]); });
  }
};

template <class Stored, int vectors, int rows, bool isPart = false>
void runColumns(const RegisterTile &tile, int64_t column, int64_t count = vectorLanes) {
  for (int64_t row = 0; row < tile.rows; row += rows)
    Chunk<Stored, vectors, rows, isPart>{tile, row, column, count}.run();
}

/// Vectors in one chunk: both registers of each fit the machine's.
constexpr int wide = 8;

template <class Stored> void runTile(const RegisterTile &tile) {
  int64_t column = 0, left = tile.columns / vectorLanes;
  for (; left >= wide; left -= wide, column += wide * vectorLanes)
    runColumns<Stored, wide, 1>(tile, column);
  if (left >= 4) {
    runColumns<Stored, 4, wide / 4>(tile, column);
    left -= 4, column += 4 * vectorLanes;
  }
  if (left >= 2) {
    runColumns<Stored, 2, wide / 2>(tile, column);
    left -= 2, column += 2 * vectorLanes;
  }
  if (left > 0) {
    runColumns<Stored, 1, wide>(tile, column);
    column += vectorLanes;
  }
  if (column < tile.columns)
    runColumns<Stored, 1, wide, true>(tile, column, tile.columns - column);
}

#endif

} // namespace

void fillRegisterTiles([[maybe_unused]] RegisterKernels &kernels) {
#if QRT_ISA_LEVEL >= 2
  for (ElementType type : {ElementType::F32, ElementType::I32})
    kernels.registerTile[int(type)] = runTile<Words>;
  for (ElementType type : {ElementType::I8, ElementType::U8})
    kernels.registerTile[int(type)] = runTile<Bytes>;
  kernels.registerTile[int(ElementType::F16)] = runTile<Halves<Float16>>;
  kernels.registerTile[int(ElementType::BF16)] = runTile<Halves<BFloat16>>;
#endif
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
