// nn.non_zero: it gives the coordinates of the elements that are not zero.
#ifndef QOPT_IR_NON_ZERO
#define QOPT_IR_NON_ZERO

include "ir/ops/reduction/places.td"

def NN_NonZeroOp : NN_PlacesOp<"non_zero"> {
  let summary = "where elements are that are not zero";
  let description = [{
    As ONNX's NonZero: result 0 [rank, elements] holds a column of coordinates for each
    element that is not zero, in row-major order, and −1 behind the last; result 1 [1]
    how many there are. −0 is zero, NaN is not. Stays float; the host alone computes it.

    (C1) the input has a dimension or more.
    (C2) elements are plain ones that scalar bodies compute with, the results i64.
  }];
  let arguments = (ins AnyRankedTensor:$input);
}

#endif
