// Elements chosen by other elements.
#ifndef QOPT_IR_GATHER
#define QOPT_IR_GATHER

include "ir/dialect.td"

def NN_GatherOp : NN_IndexedOp<"gather"> {
  let summary = "slices along one dimension, chosen by indices";
  let description = [{
    As ONNX's Gather: y[a…, i…, b…] = x[a…, indices[i…], b…], `indices` in the
    place of dimension `axis`. A negative index counts from the end. One that is
    still outside is an error of the run. An exact copy under equal parameters.

    (C1) axis names a dimension of the input.
    (C2) indices are i32 or i64.
    (C3) the element type stays, and is quantized per tensor if at all.
    (C4) the dimension has elements, where the result has any.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$indices, I64Attr:$axis);
  let extraClassDeclaration = "std::optional<Rows> rowsOf(unsigned operand, int64_t dim);";
}

def NN_GatherElementsOp : NN_IndexedOp<"gather_elements"> {
  let summary = "elements chosen along one dimension, an index for each";
  let description = [{
    As ONNX's GatherElements: y[a…, i, b…] = x[a…, indices[a…, i, b…], b…]. A
    negative index counts from the end. One that is still outside is an error of the
    run. An exact copy under equal parameters.

    (C1) input and indices have one rank, in which axis is; other dimensions of the
         indices are no larger than the input's.
    (C2) indices are i32 or i64.
    (C3) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$indices, I64Attr:$axis);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_GatherNdOp : NN_IndexedOp<"gather_nd"> {
  let summary = "slices chosen by tuples of indices";
  let description = [{
    As ONNX's GatherND: behind `batch_dims` dimensions that both have, the last
    dimension of `indices` holds a tuple, which names a place along as many dimensions
    of the input: y[b…, i…, r…] = x[b…, indices[b…, i…, :], r…]. A negative index
    counts from the end. One that is still outside is an error of the run. An exact
    copy under equal parameters.

    (C1) the batch dimensions agree, and the tuples' length is a number that fits the
         input's other dimensions.
    (C2) indices are i32 or i64.
    (C3) the element type stays, and is quantized per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$indices, I64Attr:$batch_dims);
  let extraClassDeclaration = [{
    bool mayGrow(unsigned operand, int64_t dim);
    std::optional<Rows> rowsOf(unsigned operand, int64_t dim);
  }];
}

#endif
