// Made of other operations.
#ifndef QOPT_IR_COMPOSITE
#define QOPT_IR_COMPOSITE

include "ir/dialect.td"

def NN_GeluOp : NN_CompositeOp<"gelu", [DeclareOpInterfaceMethods<ScalarBodyOpInterface>]> {
  let summary = "x·Φ(x), the Gaussian error linear unit";
  let description = [{
    (1 + erf(x·√½))·0.5·x; approximate = "tanh":
    (1 + tanh(√(2/π)·(x + 0.044715·x³)))·0.5·x, x³ as (x·x)·x.

    Quantized on 8 bits: a table of 256 results computed in f64.
    (C1) the result has the input's shape.
    (C2) both f32, or both quantized per tensor on 8 bits.
    (C3) approximate is "none" or "tanh".
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       DefaultValuedAttr<StrAttr, [{"none"}]>:$approximate);
}

def NN_LogSoftmaxOp : NN_CompositeOp<"log_softmax"> {
  let summary = "d − log Σ exp(d) along an axis, d = x − max";
  let description = [{
    Stays float. (C1) axis is in range and has elements. (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis);
}

def NN_MaskedSoftmaxOp : NN_CompositeOp<"masked_softmax"> {
  let summary = "softmax along an axis, in which −∞ has no weight";
  let description = [{
    As nn.softmax, but 0 for every element that is −∞, where all along the axis are, too,
    and beside a NaN, which makes the others NaN.
    Stays float. (C1) axis is in range and has elements. (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis);
}

def NN_GuardedSoftmaxOp : NN_CompositeOp<"guarded_softmax"> {
  let summary = "softmax along an axis, with 0 in the place of NaN";
  let description = [{
    As nn.softmax, but 0 where that is NaN: where all along the axis are −∞, and beside a NaN or +∞.
    Stays float. (C1) axis is in range and has elements. (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis);
}

class NN_LogOp<string mnemonic> : NN_CompositeOp<mnemonic> {
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$axes,
                       UnitAttr:$keep_dims);
}
def NN_ReduceLogSumOp : NN_LogOp<"reduce_log_sum"> {
  let summary = "logarithm of the sum over axes";
  let description = [{
    Stays float. (C1) axes are distinct, ascending, in range, and of size > 0.
    (C2) everything is f32.
  }];
}
def NN_ReduceLogSumExpOp : NN_LogOp<"reduce_log_sum_exp"> {
  let summary = "logarithm of the sum of exponentials over axes";
  let description = [{
    log Σ exp(x − m) + m, m the largest, a finite number where that is infinite.
    Stays float. (C1) axes are distinct, ascending, in range, and of size > 0.
    (C2) everything is f32.
  }];
}

#endif
