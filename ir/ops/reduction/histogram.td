// nn.histogram: calibration measures by it how the magnitudes of a value are spread.
#ifndef QOPT_IR_HISTOGRAM
#define QOPT_IR_HISTOGRAM

include "ir/dialect.td"

def NN_HistogramOp : NN_LoopOp<"histogram"> {
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
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
