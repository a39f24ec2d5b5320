// What calibration measures of a value. Others read such results only to be told.
#ifndef QOPT_IR_STATISTICS
#define QOPT_IR_STATISTICS

include "ir/dialect.td"

class NN_StatisticOp<string mnemonic> : NN_LoopOp<mnemonic> {
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_ExtremesOp : NN_StatisticOp<"extremes"> {
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
}

def NN_HistogramOp : NN_StatisticOp<"histogram"> {
  let summary = "how many magnitudes lie in each of equally wide bins";
  let description = [{
    Result [parts, 2, bins]: of part p of the elements, counters of those with x ≥ 0 (−0
    is one) and of those with x < 0. |x| lies in bin min(⌊|x|·per_unit⌋, bins − 1), the
    product rounded to f32; NaN in none. The parts are equally many neighbouring
    elements, however the value lies in memory; they are added up by who reads them.

    (C1) per_unit has no dimension.
    (C2) the operands are f32, the result i32.
    (C3) bins and parts are at least 1.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$per_unit, I64Attr:$bins,
                       I64Attr:$parts);
}

#endif
