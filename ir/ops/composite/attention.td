// Attention: made of other operations.
#ifndef QOPT_IR_ATTENTION
#define QOPT_IR_ATTENTION

include "ir/dialect.td"

def NN_AttentionOp : NN_CompositeOp<"attention"> {
  let summary = "softmax of masked q·kᵀ·scale, times v, head by head";
  let description = [{
    s = (q·kᵀ)·scale; where softcap is not 0, tanh(s / softcap)·softcap; then the masks in order: one of f32 is
    added, under one of i1 scores stay where it is true and are `fill` elsewhere; softmax along the last dimension;
    ·v. q is [batch, heads, queries, size], k [batch, groups, keys, size], v [batch, groups, keys, width]: a group of
    heads/groups consecutive heads reads one k and v.

    The softmax is nn.masked_softmax where there is a mask and all are added, and with `nan_as_zero`
    nn.guarded_softmax, as PyTorch computes queries that see no key.

    Float, or integer by its parts where --insert-quant is asked for that (I1): `scores`, `scaled`, `probabilities`,
    `context` and others.

    (C1) q, k and v have rank 4, and batch, groups, size and keys agree.
    (C2) groups divide heads, both static.
    (C3) a mask broadcasts to [batch, heads, queries, keys]; or it has rank 4, and with its first dimension in the place of
         the batch, which that divides: sample i reads its matrices i mod that (windows of an image).
    (C4) all else is f32. (C5) softcap is finite and ≥ 0.
    (C6) `fill` is there where a mask of i1 is, and is no NaN.
  }];
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       Variadic<AnyRankedTensor>:$masks, F32Attr:$scale, F32Attr:$softcap,
                       OptionalAttr<F32Attr>:$fill, UnitAttr:$nan_as_zero);
  let useCustomPropertiesEncoding = 1; // attention_encoding.cpp
}

#endif
