// Attention: made of other operations.
#ifndef QOPT_IR_ATTENTION
#define QOPT_IR_ATTENTION

include "ir/dialect.td"

def NN_AttentionOp : NN_CompositeOp<"attention"> {
  let summary = "softmax(q·kᵀ·scale + mask)·v, head by head";
  let description = [{
    s = (q·kᵀ)·scale; where softcap is not 0, tanh(s / softcap)·softcap; + mask;
    softmax along the last dimension, with a mask nn.masked_softmax; ·v. q is [batch, heads, queries, size], k
    [batch, groups, keys, size], v [batch, groups, keys, width]: a group of
    heads/groups consecutive heads reads one k and v.

    Float, or integer by its parts where --insert-quant is asked for that (I1): `scores`, `scaled`, `probabilities`,
    `context` and others.

    (C1) q, k and v have rank 4, and batch, groups, size and keys agree.
    (C2) groups divide heads, both static.
    (C3) the mask broadcasts to [batch, heads, queries, keys].
    (C4) everything is f32. (C5) softcap is finite and ≥ 0.
  }];
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       Optional<AnyRankedTensor>:$mask, F32Attr:$scale, F32Attr:$softcap);
}

#endif
