// Running sums and products along one dimension, line by line.
#ifndef QOPT_IR_SCAN
#define QOPT_IR_SCAN

include "ir/dialect.td"

class NN_ScanOp<string mnemonic, string verb> : NN_LoopOp<mnemonic> {
  let summary = verb # " of the elements so far along an axis";
  let description = [{
    Element i joins elements 0 to i, one after the other, from the first itself (−0
    stays); `exclusive`: 0 to i − 1, the first being 0, of products 1; `reverse`: from the other end. Floats are
    joined in f32 and each result rounded to its type; integers wrap in i32, or i64.
    Stays float.

    (C1) axis names a dimension.
    (C2) the element type stays, and is neither quantized nor bool.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis, UnitAttr:$exclusive,
                       UnitAttr:$reverse);
  let hasVerifier = 1;
}
def NN_CumSumOp : NN_ScanOp<"cum_sum", "the sum">;
def NN_CumProdOp : NN_ScanOp<"cum_prod", "the product">;

#endif
