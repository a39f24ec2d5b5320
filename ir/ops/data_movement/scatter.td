// Elements written to places that data decide.
#ifndef QOPT_IR_SCATTER
#define QOPT_IR_SCATTER

include "ir/dialect.td"

class NN_ScatterOp<string mnemonic> : NN_LoopOp<mnemonic> {
  let hasVerifier = 1;
}

def NN_ScatterElementsOp : NN_ScatterOp<"scatter_elements"> {
  let summary = "elements of a copy replaced or joined along one dimension";
  let description = [{
    As ONNX's ScatterElements: a copy of `input` in which element
    [a…, indices[a…, i, b…], b…] becomes updates[a…, i, b…] (reduction "none"), or
    what it was joined with that by "add", "mul", "max" or "min". Updates of one
    element are applied in ascending i, on every device. A negative index counts from
    the end; one that is still outside is an error of the run.

    (C1) input, indices and updates have one rank, in which axis is; indices and
         updates one shape, whose other dimensions are no larger than the input's.
    (C2) indices are i32 or i64.
    (C3) input, updates and result have one element type, quantized per tensor if at
         all.
    (C4) reduction is "none", "add", "mul", "max" or "min", on quantized elements
         none, max or min, and on bool none.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$indices,
                       AnyRankedTensor:$updates, I64Attr:$axis,
                       DefaultValuedAttr<StrAttr, [{"none"}]>:$reduction);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_ScatterNdOp : NN_ScatterOp<"scatter_nd"> {
  let summary = "slices of a copy replaced or joined at tuples of indices";
  let description = [{
    As ONNX's ScatterND: a copy of `input` in which slice [indices[i…, :], r…] becomes
    updates[i…, r…] (reduction "none"), or what it was joined with that by "add",
    "mul", "max" or "min". Updates of one element are applied in the row-major order
    of i…, on every device. A negative index counts from the end; one that is still
    outside is an error of the run.

    (C1) the last dimension of `indices`, a number, is at most the input's rank;
         updates have the other dimensions of the indices and then the input's that
         no tuple names.
    (C2) to (C4) as nn.scatter_elements.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$indices,
                       AnyRankedTensor:$updates,
                       DefaultValuedAttr<StrAttr, [{"none"}]>:$reduction);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_TensorScatterOp : NN_IndexedOp<"tensor_scatter"> {
  let summary = "each sample's slice of a cache replaced from a place on";
  let description = [{
    As ONNX's TensorScatter: along `axis`, behind the samples of dimension 0, the
    elements from writes[n] on are those of `updates`; with `circular` they go on at
    the beginning. Without `writes` they begin at 0. A place from which the updates do
    not fit (circular: outside the dimension) is an error of the run. An exact copy
    under equal parameters.

    (C1) axis names a dimension but the first; updates have the input's shape but for
         that dimension, where they are no larger; there is one place a sample.
    (C2) writes are i32 or i64.
    (C3) one element type, quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$updates,
                       Optional<AnyRankedTensor>:$writes, I64Attr:$axis, UnitAttr:$circular);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
