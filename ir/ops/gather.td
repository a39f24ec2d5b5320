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
}

#endif
