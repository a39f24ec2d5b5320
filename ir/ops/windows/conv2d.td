// Convolutions.
#ifndef QOPT_IR_CONV
#define QOPT_IR_CONV

include "ir/ops/run_time_parameters.td"

def NN_Conv2dOp : NN_AnchorOp<"conv2d", ["operandAxis"], [AttrSizedOperandSegments]> {
  let summary = "1-D or 2-D convolution";
  let description = !strconcat([{
    y[n,o,p] = Σ x[n,i,p·stride + k·dilation − pad] · w[o,i,k] + bias[o], and
    `residual` added where there is one. x NCHW, w OIHW with I = C / groups, or
    NCW and OIW. `pads` is [top, left, bottom, right], or [left, right]; of rank
    3, all window attributes are stated.

    Quantized: the accumulator (A1) and epilogues (E1 to E4) of docs/reference/numerics.md.
    An integer bias has the implied scale s_x·s_w[o] (A2); a float bias is added
    after scaling (E3, E4); a residual makes (E2); a float result, (E4).
  }], NN_RunTimeParameters.description, [{
    (C1) input and weights are both rank 3 or both rank 4.
    (C2) C = I·groups, O divisible by groups.
    (C3) strides, dilations > 0; pads ≥ 0; the window fits the padded input.
    (C4) bias is rank 1 of size O: f32; or i32 (16-bit input: i64) when input and weights are quantized or plain integers.
    (C5) input and weights are both f32, both quantized or both plain integers; quantized weights are quantized per axis 0 or per tensor, signed with zero point 0 or constants of at most 8 bits (R5); the input per tensor.
    (C6) residual has the result's shape; on a quantized convolution it and the result are quantized and the bias is an integer or absent (E8); on a float one it is f32; on plain integers there is none.
    (C7) integers: input and weights are i8, u8 or i16, the weights no wider than the input (4 bits in a constant); quantized: s_x·s_w/s_y and s_r/s_y are normal f32 (M2).
    (C8) the result is f32, or, on a quantized convolution, quantized per tensor, or, on plain integers, of the accumulator's type or of 8 or 16 bits.
    (C9) integers: no channel's sum with its bias can leave the accumulator, whatever the input's storage holds: by the signs of constant weights, by the largest product of computed ones (A4). A zero point that is no constant may be any of its type. An integer bias is a constant.
    (C10) only plain integers have parameters as operands: zero points of their own operand's or result's type; f32 scales; each of one element, weights_scale also of rank 1 and size O.
    (C11) plain integers: input_scale and weights_scale are there where the result is no accumulator, result_scale and result_zero only where it has 8 or 16 bits, which demands a result_scale; a float bias demands scales.
  }]);
  let arguments = !con((ins AnyRankedTensor:$input, AnyRankedTensor:$weights,
                            Optional<AnyRankedTensor>:$bias,
                            Optional<AnyRankedTensor>:$residual),
                       NN_RunTimeParameters.operands, (ins
                       DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$strides,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0, 0, 0}">:$pads,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$dilations,
                       DefaultValuedAttr<I64Attr, "1">:$groups));
  let assemblyFormat = !strconcat([{
    $input `,` $weights (`bias` $bias^)? (`residual` $residual^)?
  }], NN_RunTimeParameters.format, [{
    attr-dict `:` functional-type(operands, results)
  }]);
  // Without parameters as operands.
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$input,
      "::mlir::Value":$weights, "::mlir::Value":$bias, "::mlir::Value":$residual,
      "::llvm::ArrayRef<int64_t>":$strides, "::llvm::ArrayRef<int64_t>":$pads,
      "::llvm::ArrayRef<int64_t>":$dilations, "uint64_t":$groups), [{
    build($_builder, $_state, type, input, weights, bias, residual, {}, {}, {}, {}, {}, {},
          strides, pads, dilations, groups);
  }]>];
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
