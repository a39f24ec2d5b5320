// Between real values and their stored steps.
#ifndef QOPT_IR_QUANTIZE
#define QOPT_IR_QUANTIZE

include "ir/dialect.td"

class NN_ConversionOp<string mnemonic, list<string> methods = []>
    : NN_BodyOp<mnemonic, [DeclareOpInterfaceMethods<ScalarBodyOpInterface>,
                       DeclareOpInterfaceMethods<ConversionOpInterface, methods>]> {
  let arguments = (ins AnyRankedTensor:$input);
  let hasVerifier = 1;
}

def NN_QuantizeOp : NN_ConversionOp<"quantize"> {
  let summary = "real values to steps";
  let description = [{
    clamp(rint(x / s) + z); NaN gives z, ±Inf saturates: docs/reference/numerics.md (Q1).
    (C1) shapes agree. (C2) a float in, quantized on 8 or 16 bits out.
  }];
}
def NN_DequantizeOp : NN_ConversionOp<"dequantize"> {
  let summary = "steps to f32";
  let description = [{
    s · f32(q − z), one rounding (Q2).
    (C1) shapes agree. (C2) quantized in, f32 out; steps of 32 bits have zero point 0.
  }];
}
def NN_RequantizeOp : NN_ConversionOp<"requantize"> {
  let summary = "steps to other steps";
  let description = [{
    clamp(rint(f32(q − z)·m) + z_y), m = s_x/s_y (Q3); between signed and unsigned
    storage of one scale and equal real zero, exact where it fits.
    (C1) shapes agree. (C2) quantized per tensor on i8, u8 or i16, in and out.
    (C3) m is a normal f32 (M2).
  }];
}
def NN_CastOp : NN_ConversionOp<"cast", ["isIdentity"]> {
  let summary = "between plain element types";
  let description = [{
    To a float rounds half to even (an integer to f32 first); a float is
    truncated towards zero, what does not fit saturates and NaN gives 0; of an
    integer a narrower one keeps the low bits, as ONNX words it; less than a byte are
    the low bits of 32; to i1 says whether a value is another than 0, as NaN is. What rounds past the largest
    number of a float type saturates where `saturate` is true: it becomes that
    number, infinities too; otherwise it becomes infinity, or NaN in a type that
    has none; f4E2M1FN has neither: it always saturates, NaN gives −0. Where it is absent f8 saturates and other floats do not,
    as ONNX words it.
    (C1) shapes agree. (C2) plain elements in and out, f64 apart.
    (C3) `saturate` is said of floats only.
  }];
  let arguments = (ins AnyRankedTensor:$input, OptionalAttr<BoolAttr>:$saturate);
  let extraClassDeclaration = "std::optional<Rows> rowsOf(unsigned operand, int64_t dim);";
}

#endif
