// Softmax.
#ifndef QOPT_IR_SOFTMAX
#define QOPT_IR_SOFTMAX

include "ir/dialect.td"

def NN_SoftmaxOp : NN_AnchorOp<"softmax"> {
  let summary = "exp(x − max) / Σ exp(x − max) along an axis";
  let description = [{
    Stays float. (C1) axis is in range. (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
