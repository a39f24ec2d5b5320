// Matrix products.
#ifndef QOPT_IR_MATMUL
#define QOPT_IR_MATMUL

include "ir/ops/run_time_parameters.td"

def NN_MatmulOp : NN_AnchorOp<"matmul", ["operandAxis"], [AttrSizedOperandSegments]> {
  let summary = "matrix product with optional bias";
  let description = !strconcat([{
    y[…,m,n] = Σ_k a[…,m,k] · b[…,k,n] + bias[n]. b is one matrix for all, or
    has a's leading dimensions. With `transpose_b`, b is stored [n,k].

    Quantized: as nn.conv2d (E1, E3, E4); the weight axis is b's n.
  }], NN_RunTimeParameters.description, [{
    (C1) a has rank ≥ 2; b has rank 2, or a's rank and leading dimensions.
    (C2) the inner dimensions agree.
    (C3) bias is rank 1 of size n: f32; or i32 (16-bit input: i64) when a and b are quantized or plain integers.
    (C4) a and b are both f32, both quantized or both plain integers; b is quantized per tensor, or per axis n; a constant b of 16 bits, and one per axis that is no constant, has zero point 0 (R5).
    (C5) integers: a and b are i8, u8 or i16, b no wider than a (4 bits in a constant); quantized: s_a·s_b/s_y is a normal f32 (M2).
    (C6) integers: no column's sum with its bias can leave the accumulator, whatever a's storage holds: by the signs of a constant b, by the largest product of a computed one (A4). A zero point that is no constant may be any of its type. An integer bias is a constant.
    (C7) only plain integers have parameters as operands: zero points of their own operand's or result's type (input: a, weights: b); f32 scales; each of one element, weights_scale also of rank 1 and size n.
    (C8) plain integers: the result is of the accumulator's type, f32, or of 8 or 16 bits; input_scale and weights_scale are there where it is no accumulator, result_scale and result_zero only where it has 8 or 16 bits, which demands a result_scale; a float bias demands scales.
  }]);
  let arguments = !con((ins AnyRankedTensor:$a, AnyRankedTensor:$b,
                            Optional<AnyRankedTensor>:$bias),
                       NN_RunTimeParameters.operands, (ins UnitAttr:$transpose_b));
  let assemblyFormat = !strconcat([{
    $a `,` $b (`bias` $bias^)?
  }], NN_RunTimeParameters.format, [{
    attr-dict `:` functional-type(operands, results)
  }]);
  // Without parameters as operands.
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$a, "::mlir::Value":$b,
      "::mlir::Value":$bias, "bool":$transposeB), [{
    build($_builder, $_state, type, a, b, bias, {}, {}, {}, {}, {}, {}, transposeB);
  }]>];
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_DetOp : NN_IndexedOp<"det"> {
  let summary = "determinants of small matrices";
  let description = [{
    [a…, n, n] → [a…]: Σ over the last row of ± its element times the minor of the rows
    before, columns ascending, each product and sum rounded in f32; minors likewise.
    Stays float.

    (C1) the last two dimensions are equal, a number from 1 to 6.
    (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
