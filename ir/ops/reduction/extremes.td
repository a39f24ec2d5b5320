// The extremes of a value, as calibration measures them.
#ifndef QOPT_IR_EXTREMES
#define QOPT_IR_EXTREMES

include "ir/dialect.td"

def NN_ExtremesOp : NN_LoopOp<"extremes"> {
  let summary = "the least and the greatest number, and how many are none";
  let description = [{
    Of all elements, or with `axis` of each index along that dimension by itself:
    a sample's, a channel's. Result [groups, 3]: minimum, maximum, how many NaN. NaN
    are counted, not compared; a group without a number has +∞ and −∞. A count above
    2²⁴ is rounded.

    (C1) axis, where it is there, names a dimension.
    (C2) the input and the result are f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, OptionalAttr<I64Attr>:$axis);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
