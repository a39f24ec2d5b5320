// Many elements in, one out.
#ifndef QOPT_IR_REDUCTION
#define QOPT_IR_REDUCTION

include "ir/dialect.td"

class NN_ReduceOp<string mnemonic>
    : NN_AnchorOp<mnemonic> {
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$axes,
                       UnitAttr:$keep_dims);
  let hasVerifier = 1;
}

def NN_ReduceMeanOp : NN_ReduceOp<"reduce_mean"> {
  let summary = "mean over axes";
  let description = [{
    Float: the sum in index order, divided by the count. Quantized:
    f32(Σ (q − z))·m, m = s_x/(n·s_y).

    (C1) axes are distinct, ascending, in range, and of static size > 0.
    (C2) input and result are both f32 or both quantized per tensor.
    (C3) quantized: s_x/(n·s_y) is a normal f32; n·max|q − z| fits the accumulator.
  }];
}
def NN_ReduceSumOp : NN_ReduceOp<"reduce_sum"> {
  let summary = "sum over axes";
  let description = [{
    Float: in index order. Quantized: f32(Σ (q − z))·m, m = s_x/s_y.

    (C1) axes are distinct, ascending, in range, and of static size > 0.
    (C2) input and result are both f32 or both quantized per tensor.
    (C3) quantized: s_x/s_y is a normal f32; n·max|q − z| fits the accumulator.
  }];
}
def NN_ReduceMaxOp : NN_ReduceOp<"reduce_max"> {
  let summary = "largest over axes";
  let description = [{
    Quantized: an exact copy; input and result have one element type.

    (C1) axes are distinct, ascending, in range, and of static size > 0.
    (C2) input and result elements are one type: f32 or quantized per tensor.
  }];
}

def NN_SoftmaxOp : NN_AnchorOp<"softmax", [], ["takesBodies"]> {
  let summary = "exp(x − max) / Σ exp(x − max) along an axis";
  let description = [{
    Stays float. (C1) axis is in range and static. (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis);
  let hasVerifier = 1;
}

#endif
