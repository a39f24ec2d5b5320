// Normalizations: made of other operations.
#ifndef QOPT_IR_NORM
#define QOPT_IR_NORM

include "ir/dialect.td"

class NN_AffineNormOp<string mnemonic, dag attributes>
    : NN_CompositeOp<mnemonic, [AttrSizedOperandSegments]> {
  let arguments = !con((ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$scale,
                            Optional<AnyRankedTensor>:$bias), attributes);
  let assemblyFormat = [{
    $input (`scale` $scale^)? (`bias` $bias^)? attr-dict `:` functional-type(operands, results)
  }];
}
class NN_NormOp<string mnemonic, dag attributes> : NN_CompositeOp<mnemonic> {
  let arguments = !con((ins AnyRankedTensor:$input), attributes);
}

def NN_LayerNormOp : NN_AffineNormOp<"layer_norm", (ins I64Attr:$axis, F32Attr:$epsilon)> {
  let summary = "mean 0 and variance 1 over the dimensions from an axis on";
  let description = [{
    d = x − mean(x); y = d·(1/√(mean(d·d) + epsilon)), then ·scale, then + bias,
    where they are there; each step rounded, means as nn.reduce_mean's.

    Stays float. (C1) axis is in range, the dimensions from it on have elements.
    (C2) scale and bias broadcast to the input's shape, which is the result's.
    (C3) everything is f32.
  }];
}

def NN_RmsNormOp : NN_AffineNormOp<"rms_norm", (ins I64Attr:$axis, F32Attr:$epsilon)> {
  let summary = "mean square 1 over the dimensions from an axis on";
  let description = [{
    y = x·(1/√(mean(x·x) + epsilon)), then ·scale, then + bias, where they are
    there; each step rounded, the mean as nn.reduce_mean's.

    Stays float. (C1) axis is in range, the dimensions from it on have elements.
    (C2) scale and bias broadcast to the input's shape, which is the result's.
    (C3) everything is f32.
  }];
}

def NN_GroupNormOp : NN_AffineNormOp<"group_norm", (ins I64Attr:$groups, F32Attr:$epsilon)> {
  let summary = "mean 0 and variance 1 over groups of channels and all places of an image";
  let description = [{
    As nn.layer_norm over each of `groups` equal runs of channels (dimension 1)
    with all that lies behind them; as many groups as channels are instance
    normalization. scale and bias run along channels; those of as many elements
    as there are groups, along groups.

    Stays float. (C1) the rank is at least 3; groups ≥ 1 divide the static number of channels, and what is averaged has elements.
    (C2) scale and bias are rank 1, of as many elements as channels or groups.
    (C3) everything is f32.
  }];
}

def NN_MeanVarianceNormOp : NN_NormOp<"mean_variance_norm",
    (ins DenseI64ArrayAttr:$axes, F32Attr:$epsilon)> {
  let summary = "mean 0 and variance 1 over axes";
  let description = [{
    d = x − mean(x); y = d / (√mean(d·d) + epsilon), each step rounded.

    Stays float. (C1) axes are distinct, ascending, in range, and of size > 0.
    (C2) everything is f32.
  }];
}

def NN_LpNormOp : NN_NormOp<"lp_norm", (ins I64Attr:$axis, I64Attr:$p)> {
  let summary = "divided by the norm along an axis";
  let description = [{
    p = 1: x / Σ|x|; p = 2: x / √Σ x·x, as nn.reduce_l1 and nn.reduce_l2; a norm
    of 0 gives 0 (p = 2: at most 1, where elements are there whose squares
    vanish).

    Stays float. (C1) axis is in range and has elements. (C2) everything is f32.
    (C3) p is 1 or 2.
  }];
}

def NN_LrnOp : NN_NormOp<"lrn",
    (ins I64Attr:$size, F32Attr:$alpha, F32Attr:$beta, F32Attr:$bias,
         UnitAttr:$within_channels)> {
  let summary = "local response normalization";
  let description = [{
    x / (bias + (alpha/n)·s)^beta, s the sum of x·x over a window of n elements:
    `size` channels (dimension 1), or with `within_channels` `size` places along
    each dimension behind it. The window begins (size − 1)/2 before its element
    (rounded down); what lies outside counts as 0. Each square is rounded; of
    those of a window, each is a partial of its own, joined as nn.reduce_sum's. The
    power is exp(beta·log(base)), base = bias + s·(alpha/n), each step in f32 (F1).

    Stays float. (C1) the rank is at least 2, within_channels 3. (C2) everything is f32.
    (C3) size ≥ 1, and a window has at most 64 elements.
  }];
}

#endif
