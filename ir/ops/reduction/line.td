// Along one dimension, line by line: running sums and products, the largest elements' places.
#ifndef QOPT_IR_LINE
#define QOPT_IR_LINE

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
