// One element in, one element out.
#ifndef QOPT_IR_ELEMENTWISE
#define QOPT_IR_ELEMENTWISE

include "ir/dialect.td"

class NN_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : NN_BodyOp<mnemonic, !listconcat([DeclareOpInterfaceMethods<ScalarBodyOpInterface>], traits)> {
  let hasVerifier = 1;
}

class NN_BinaryOp<string mnemonic> : NN_ElementwiseOp<mnemonic> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
}
class NN_UnaryOp<string mnemonic, dag extra = (ins)> : NN_ElementwiseOp<mnemonic> {
  let arguments = !con((ins AnyRankedTensor:$input), extra);
}

// `more`: what (C2) allows besides.
class NN_Quantizable<string formula, string more = ""> {
  string description = formula # [{

    (C1) operands broadcast as in NumPy to the result's shape.
    (C2) all f32, all f16, all bf16 or all one plain integer type (which wrap), or all quantized per tensor}] # more # [{.
    (C3) quantized: every multiplier is a normal f32 (M2).
  }];
}
class NN_QuantizableSum<string formula>
    : NN_Quantizable<formula, ", or the operands alone, the result f32">;
class NN_FloatOnly<string formula> {
  string description = formula # [{

    (C1) operands broadcast as in NumPy to the result's shape.
    (C2) all f32, all f16, all bf16 or all one plain integer type.
  }];
}
class NN_Table<string formula> {
  string description = formula # [{

    Quantized on 8 bits: a table of 256 results computed in f64 (T1).
    (C1) the result has the input's shape.
    (C2) both f32, both f16 or both bf16, or both quantized per tensor on 8 bits.
  }];
}

def NN_AddOp : NN_BinaryOp<"add"> {
  let summary = "sum";
  let description = NN_QuantizableSum<[{Quantized: fma(f32(a − z_a), m_a, f32(b − z_b)·m_b), m_i = s_i/s_y (E5);
    with an f32 result m_i = s_i.}]>.description;
}
def NN_SubOp : NN_BinaryOp<"sub"> {
  let summary = "difference";
  let description = NN_QuantizableSum<[{Quantized: fma(f32(a − z_a), m_a, −f32(b − z_b)·m_b), m_i = s_i/s_y (E5);
    with an f32 result m_i = s_i.}]>.description;
}
def NN_MulOp : NN_BinaryOp<"mul"> {
  let summary = "product";
  let description = NN_Quantizable<[{Quantized: f32((a − z_a)·(b − z_b))·m, m = s_a·s_b/s_y; the product in i32 (16 bits: i64) (E6).}]>.description;
}
def NN_DivOp : NN_BinaryOp<"div"> {
  let summary = "quotient";
  let description = NN_FloatOnly<"Correctly rounded; of integers towards zero, and 0 by 0.">.description;
}
def NN_ModOp : NN_BinaryOp<"mod"> {
  let summary = "remainder of a division";
  let description = NN_FloatOnly<[{a − b·⌊a/b⌋, the sign of b; with `truncated`, which floats need, the sign
    of a, from a/b towards zero; exact. By 0: 0 for integers, else NaN.}]>.description;
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, UnitAttr:$truncated);
}
def NN_PowOp : NN_BinaryOp<"pow"> {
  let summary = "a to the power of b";
  let description = [{
    Floats: as C's pow. An integer to the power of an integer wraps; below 0 it is
    1 / a^|b| towards zero (0 for a = 0). To a float's power: to a whole one
    between −2^31 and 2^31 as to an integer's, to others computed in f32, truncated and
    saturated.

    (C1) operands broadcast as in NumPy to the result's shape.
    (C2) a and the result are of one type, b of one of its own: f32, f16, bf16 or a plain integer.
  }];
}
def NN_PReluOp : NN_BinaryOp<"prelu"> {
  let summary = "a < 0 ? b·a : a";
  let description = NN_FloatOnly<"As ONNX's PRelu.">.description;
}
def NN_MaxOp : NN_BinaryOp<"max"> {
  let summary = "larger of two";
  let description = NN_FloatOnly<"A NaN where either is one; −0 lies below +0.">.description;
}
def NN_MinOp : NN_BinaryOp<"min"> {
  let summary = "smaller of two";
  let description = NN_FloatOnly<"A NaN where either is one; −0 lies below +0.">.description;
}

def NN_ReluOp : NN_UnaryOp<"relu"> {
  let summary = "max(x, 0)";
  let description = [{
    Quantized: an integer clamp on the result's grid, lower bound z; a value with
    other parameters is requantized first, f32(q − z)·m, m = s_x/s_y.

    (C1) the result has the input's shape.
    (C2) both f32, both f16 or both bf16, or both quantized per tensor.
    (C3) quantized: m is a normal f32.
  }];
}
def NN_ClipOp : NN_UnaryOp<"clip", (ins F32Attr:$min, F32Attr:$max)> {
  let summary = "min(max(x, min), max)";
  let description = [{
    Bounds may be infinite. Quantized: an integer clamp on the result's grid, a
    bound being quantize(bound); a value with other parameters is requantized
    first, f32(q − z)·m, m = s_x/s_y.

    (C1) the result has the input's shape.
    (C2) both f32, both f16 or both bf16, or both quantized per tensor.
    (C3) min ≤ max.
    (C4) quantized: m is a normal f32.
  }];
}
def NN_SigmoidOp : NN_UnaryOp<"sigmoid"> {
  let summary = "1 / (1 + exp(−x))";
  let description = NN_Table<"Result range fixed at 1/256 (signed 1/127).">.description;
}
def NN_TanhOp : NN_UnaryOp<"tanh"> {
  let summary = "hyperbolic tangent";
  let description = NN_Table<"Result range fixed at signed 1/127.">.description;
}
class NN_Signs<string formula> {
  string description = formula # [{

    Quantized on 8 bits: a table of 256 results computed in f64. Integers wrap.
    (C1) the result has the input's shape.
    (C2) both f32, both f16, both bf16 or both a plain integer type, or both quantized per tensor on 8 bits.
  }];
}
def NN_NegOp : NN_UnaryOp<"neg"> {
  let summary = "−x";
  let description = NN_Signs<"">.description;
}
def NN_AbsOp : NN_UnaryOp<"abs"> {
  let summary = "absolute value";
  let description = NN_Signs<"">.description;
}
def NN_SignOp : NN_UnaryOp<"sign"> {
  let summary = "−1, 0 or 1";
  let description = NN_Signs<"A zero keeps its sign, a NaN stays.">.description;
}

def NN_BatchNormOp : NN_BodyOp<"batch_norm", [DeclareOpInterfaceMethods<ScalarBodyOpInterface, ["operandAxis"]>]> {
  let summary = "inference-time batch normalization";
  let description = [{
    g = gamma · (1/√(variance + epsilon)); y = (x − mean)·g + beta, each step
    rounded to f32; parameters run along dimension 1.

    (C1) parameters are rank 1 of the size of dimension 1.
    (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$gamma,
                       AnyRankedTensor:$beta, AnyRankedTensor:$mean,
                       AnyRankedTensor:$variance, F32Attr:$epsilon);
  let hasVerifier = 1;
}

#endif
