// Windows whose elements are loaded at computed places: columns, places of maxima, regions.
#ifndef QOPT_IR_WINDOW
#define QOPT_IR_WINDOW

include "ir/dialect.td"

class NN_WindowOp<string mnemonic> : NN_IndexedOp<mnemonic> {
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_MaxPlaceOp : NN_WindowOp<"max_place"> {
  let summary = "where the maximum of a window is";
  let description = [{
    [N, C, image…] → the place of each window's largest element among all of the
    input, counted in row-major order, within the image in column-major order
    where `column_major` is set. The first of equal ones; the first NaN before
    all others. Padding never wins. `pads` is all low ones, then all high ones.
    Stays float.

    (C1) input is of rank ≥ 3.
    (C2) strides, dilations, kernel > 0; pads ≥ 0 and smaller than the window's reach; the window fits and, wherever it lies, has a position inside the image.
    (C3) the input is f32, the result i64.
    (C4) a window has at most 256 positions.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$kernel,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, UnitAttr:$column_major);
}

def NN_FoldColumnsOp : NN_WindowOp<"fold_columns"> {
  let summary = "windows' elements added where they came from";
  let description = [{
    [N, C·Π kernel, L] → [N, C, image…]: column l of the input holds the window
    that lies l-th over the padded image, whose size `image` says; elements that
    meet are added in the order of the kernel's positions, and 0 stands where
    none comes. `pads` is all low ones, then all high ones. Stays float.

    (C1) input is of rank 3, its channels divisible by Π kernel, its columns as many as windows fit.
    (C2) image, strides, dilations, kernel > 0; pads ≥ 0; the window fits.
    (C3) everything is f32.
    (C4) a window has at most 256 positions.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$image, DenseI64ArrayAttr:$kernel,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations);
}

def NN_DeformColumnsOp : NN_WindowOp<"deform_columns"> {
  let summary = "windows' elements, sampled beside their positions";
  let description = [{
    [N, C, H, W] → [N, C·K, OH, OW], K = kernel positions: channel c·K + k is the
    input's channel c, sampled linearly in y and x at position k of the window,
    moved by `offset` [N, G·K·2, OH, OW] (y, then x) and multiplied by `mask`
    [N, G·K, OH, OW] where there is one; the channels lie in G `groups`. Outside
    the image is 0. `pads` is [top, left, bottom, right]. Stays float.

    (C1) everything is of rank 4, with the channels that C, G and K say; G divides C.
    (C2) strides, dilations, kernel > 0; pads ≥ 0; the window fits.
    (C3) everything is f32.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$offset,
                       Optional<AnyRankedTensor>:$mask, DenseI64ArrayAttr:$kernel,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, I64Attr:$groups);
}

def NN_RoiAlignOp : NN_WindowOp<"roi_align"> {
  let summary = "regions of an image, sampled on a grid";
  let description = [{
    As ONNX's RoiAlign with a `samples` > 0: [N, C, H, W], `rois` [R, 4] of x1,
    y1, x2, y2, `batches` [R] → [R, C, h, w], h and w the `size`. Coordinates are
    multiplied by `scale`; with `half_pixel` moved by −½, otherwise regions are
    at least 1 wide and high. Each cell takes samples² points: their mean, or,
    with `maximum`, the largest weighted corner of any point. A batch that is
    none is an error of the run. Stays float.

    (C1) ranks as above, R agrees; size > 0.
    (C2) f32; batches i32 or i64.
    (C3) 1 to 8 samples.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$rois, AnyRankedTensor:$batches,
                       DenseI64ArrayAttr:$size, I64Attr:$samples, F32Attr:$scale,
                       UnitAttr:$half_pixel, UnitAttr:$maximum);
}

#endif
