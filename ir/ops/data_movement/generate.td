// Elements computed from their places.
#ifndef QOPT_IR_GENERATE
#define QOPT_IR_GENERATE

include "ir/dialect.td"

def NN_IotaOp : NN_IndexedOp<"iota", ["readsCoordinates"]> {
  let summary = "start + i·step along an axis";
  let description = [{
    The result type says the shape. Floats: one multiplication and one addition,
    each rounded, in f32; integers wrap.

    (C1) axis names a dimension of the result.
    (C2) start and step are f32 where elements are floats, i64 where they are
         integers; elements are not quantized.
  }];
  let arguments = (ins I64Attr:$axis, AnyAttrOf<[F32Attr, I64Attr]>:$start,
                       AnyAttrOf<[F32Attr, I64Attr]>:$step);
  let extraClassDeclaration = "bool growsAlone() { return true; }";
}

def NN_OneHotOp : NN_IndexedOp<"one_hot", ["readsCoordinates"]> {
  let summary = "one value where a coordinate is the index, another elsewhere";
  let description = [{
    y[a…, d, b…] = values[1] where indices[a…, b…] is d, else values[0]; d runs
    along `axis`, whose size the result type says. A negative index counts from the
    end, a float one is truncated; one outside chooses no element.

    (C1) the result's shape is that of `indices` with a dimension at axis.
    (C2) `values` are two elements of the result's type, quantized per tensor if at
         all; indices are not quantized.
  }];
  let arguments = (ins AnyRankedTensor:$indices, AnyRankedTensor:$values, I64Attr:$axis);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
