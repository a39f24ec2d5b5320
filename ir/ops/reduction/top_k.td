// The largest elements along one dimension, line by line.
#ifndef QOPT_IR_TOP_K
#define QOPT_IR_TOP_K

include "ir/dialect.td"

def NN_ArgTopKOp : NN_LoopOp<"arg_top_k"> {
  let summary = "places of the largest or smallest elements along an axis, in order";
  let description = [{
    The result type says how many. The largest comes first, or with `smallest` the
    smallest. Of equal elements (−0 and +0 are) the lower index comes first; NaN is
    greater than any number. nn.gather_elements then gives the elements.

    (C1) axis names a dimension; the result has the input's shape but for that, where
         it is no larger.
    (C2) the result is i64 or i32; elements are of a type that bodies load, quantized
         per tensor if at all.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis, UnitAttr:$smallest);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
