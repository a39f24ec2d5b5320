// Matrix products.
#ifndef QOPT_IR_MATMUL
#define QOPT_IR_MATMUL

include "ir/dialect.td"

def NN_MatmulOp : NN_AnchorOp<"matmul", ["operandAxis"]> {
  let summary = "matrix product with optional bias";
  let description = [{
    y[…,m,n] = Σ_k a[…,m,k] · b[…,k,n] + bias[n]. b is one matrix for all, or
    has a's leading dimensions. With `transpose_b`, b is stored [n,k].

    Quantized: as nn.conv2d (E1, E3, E4); the weight axis is b's n.

    (C1) a has rank ≥ 2; b has rank 2, or a's rank and leading dimensions.
    (C2) the inner dimensions agree.
    (C3) bias is rank 1 of size n: f32; or i32 (16-bit input: i64) when a and b are quantized.
    (C4) a and b are both f32 or both quantized; a constant b has zero point 0; b is quantized per tensor, or per axis n with zero point 0.
    (C5) quantized: a and b have 8 or 16 bits, b no more than a (4 in a constant); s_a·s_b/s_y is a normal f32.
    (C6) quantized: no column's sum with its bias can leave the accumulator, whatever a's storage holds: by the signs of a constant b, by the largest product of a computed one. An integer bias is a constant.
  }];
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b,
                       Optional<AnyRankedTensor>:$bias, UnitAttr:$transpose_b);
  let assemblyFormat = [{
    $a `,` $b (`bias` $bias^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif
