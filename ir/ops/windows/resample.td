// Tensors read between their elements: along one dimension, or where a grid says.
#ifndef QOPT_IR_RESAMPLE
#define QOPT_IR_RESAMPLE

include "ir/dialect.td"

def NN_ResampleOp : NN_IndexedOp<"resample"> {
  let summary = "elements along one dimension, chosen or weighted by tables";
  let description = [{
    Element o along `axis`, r = o mod P the entry of the tables and
    i = places[r] + step·(o div P):
    without weights  y[a…, o, b…] = x[a…, i, b…], an exact copy under equal parameters;
    with weights     y[a…, o, b…] = Σ_k weights[r, k] · x[a…, i + k, b…], k ascending,
    each product rounded before it is added, in f32; the float form alone.
    An index outside the dimension is drawn to its nearest end. The result type says
    the size along `axis`.

    (C1) places are [P], weights [P, K] with K from 1 to 128; the result has the
         input's other dimensions; the dimension has elements.
    (C2) places are i32; with weights everything else is f32.
    (C3) without weights the element type stays, and is quantized per tensor if at all.
    (C4) 0 ≤ step < 2^31.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$places,
                       Optional<AnyRankedTensor>:$weights, I64Attr:$axis, I64Attr:$step);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_GridSampleOp : NN_IndexedOp<"grid_sample"> {
  let summary = "an image sampled where a grid says";
  let description = [{
    As ONNX's GridSample: [N, C, image…], `grid` [N, out…, d] → [N, C, out…], d the
    image's dimensions. A grid entry names a place from −1 to 1, the last dimension
    first; these are the centers of the first and last element with `align_corners`,
    else the image's edges. `mode` is nearest (ties to even), linear or cubic (Keys,
    a = −3/4); `padding` zeros, border or reflection (at what −1 and 1 name). A NaN in the grid samples element 0, weighted
    by NaN where there are weights. Stays float.

    (C1) ranks and sizes as above; d from 1 to 3, for cubic 1 or 2; no empty image.
    (C2) everything is f32.
    (C3) mode and padding are named.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$grid, StrAttr:$mode,
                       StrAttr:$padding, UnitAttr:$align_corners);
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
