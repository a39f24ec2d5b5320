// nn.standardize: a norm computes it before it scales.
#ifndef QOPT_IR_STANDARDIZE
#define QOPT_IR_STANDARDIZE

include "ir/dialect.td"

def NN_StandardizeOp : NN_CompositeOp<"standardize",
    [DeclareOpInterfaceMethods<ScalarBodyOpInterface>,
     DeclareOpInterfaceMethods<AnchorOpInterface>]> {
  let summary = "what norms have before their scale, over the dimensions from an axis on";
  let description = [{
    d·(1/√(mean(d·d) + epsilon)), d = x, or with `centered` x − mean(x); each step rounded, means as
    nn.reduce_mean's. Norms are made of it where the count of what is averaged is known; devices take
    it whole.

    Stays float. (C1) axis is in range, the dimensions from it on are static and have elements.
    (C2) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis, F32Attr:$epsilon, UnitAttr:$centered);
}

#endif
