// Tiles of scalar programs whose values all lie in vector registers. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// An operation of a RegisterProgram on one of its two registers, x, with the other register or
/// with leaves a and b. Names that end in I are of 32-bit integers, the others of floats.
enum class RegisterOp : uint8_t {
  Load, // 4 bytes an element of load a; the next two widen to i32, the two behind them to f32
  LoadI8,
  LoadU8,
  LoadF16,
  LoadBF16,
  Copy, // the other
  AddF,
  AddOtherF,
  SubF,
  SubFromF, // a − x
  SubOtherF,
  MulF,
  MulOtherF,
  DivF,             // x / a
  NumberOr0,        // 0 where x is NaN
  MultiplyAdd,      // fma(x, a, b)
  MultiplyAddOther, // fma(x, a, other)
  AtLeast,          // as in LaneKernels
  AtMost,
  Relu,
  Rint,
  RoundF16, // as an f16 holds x
  RoundBF16,
  ToI32,
  ToF32,
  AddI,
  AddOtherI,
  SubI,
  SubOtherI,
  MulI,
  MulOtherI,
  ShlI,
  MulHighI,
  ShrRoundI,
  AtLeastI,
  AtMostI,
  // Sequences that are frequent in quantized programs, each as one step:
  Scale,      // ToF32, MulF a
  ScaleSum,   // AddI a, ToF32, MulF b
  Quantize,   // Rint, AddF a, AtLeast a + 1, AtMost a + 2, ToI32
  FixedScale, // MulHighI a, ShrRoundI b
  FixedStore, // AtLeastI a, AtMostI a + 1, AddI a + 2
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

struct RegisterKernels {
  RegisterFn registerTile[elementTypeCount]; // by what is stored; null where there is none
};
const RegisterKernels &registerKernels(Isa isa);

QRT_DECLARE_ISA_FILL(RegisterKernels, fillRegisterTiles)

} // namespace qrt
