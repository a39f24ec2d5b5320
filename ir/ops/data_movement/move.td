// Elements at other places: repeated, mirrored, reversed, cut to a triangle.
#ifndef QOPT_IR_MOVE
#define QOPT_IR_MOVE

include "ir/dialect.td"

def NN_ExpandOp : NN_BodyOp<"expand", [DeclareOpInterfaceMethods<ScalarBodyOpInterface>]> {
  let summary = "dimensions of size 1 repeated";
  let description = [{
    The result type says the shape, to which the input broadcasts as in NumPy. An
    exact copy under equal parameters.

    (C1) the input's shape broadcasts to the result's.
    (C2) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool mayGrow(unsigned operand, int64_t dim);
    bool growsAlone() { return true; }
  }];
}

def NN_TileOp : NN_IndexedOp<"tile"> {
  let summary = "the whole tensor repeated along each dimension";
  let description = [{
    y[i] = x[i mod size], each dimension `repeats` times as large. An exact copy
    under equal parameters.

    (C1) one entry per dimension, each ≥ 0.
    (C2) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$repeats);
}

def NN_ExtendOp : NN_IndexedOp<"extend"> {
  let summary = "a border made of the tensor's own elements";
  let description = [{
    `low` and `high` elements around each dimension of n elements, element i
    from x[i − low], outside of [0, n) from: mode "edge", the nearest element;
    "reflect", mirrored at the first and the last element, which are not repeated;
    "wrap", x[(i − low) mod n]. Borders may be wider than the tensor. A border of a
    constant is nn.pad. An exact copy under equal parameters.

    (C1) one entry per dimension, ≥ 0.
    (C2) the element type stays, and is quantized per tensor if at all.
    (C3) mode is "edge", "reflect" or "wrap".
    (C4) a dimension with a border has elements.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$low,
                       DenseI64ArrayAttr:$high, StrAttr:$mode);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_ReverseSequenceOp : NN_IndexedOp<"reverse_sequence"> {
  let summary = "the first elements of each sequence in reverse";
  let description = [{
    Along `time_axis`, the first lengths[b] elements come in reverse order and the
    others stay; b is the place along `batch_axis`. A length past the dimension is
    an error of the run. An exact copy under equal parameters.

    (C1) both axes name dimensions, two of them; there is one length for each b.
    (C2) lengths are i32 or i64.
    (C3) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$lengths,
                       I64Attr:$batch_axis, I64Attr:$time_axis);
}

def NN_TriluOp : NN_IndexedOp<"trilu", ["readsCoordinates"]> {
  let summary = "a triangle of each matrix, the rest 0";
  let description = [{
    Of the last two dimensions, row r and column c: with `upper` the elements of
    c − r ≥ k stay, else those of c − r ≤ k. Quantized: the rest is z.

    (C1) the input has two dimensions or more.
    (C2) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$k, UnitAttr:$upper);
}

#endif
