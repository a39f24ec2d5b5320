// Pools over windows.
#ifndef QOPT_IR_POOL
#define QOPT_IR_POOL

include "ir/dialect.td"

class NN_PoolOp<string mnemonic, dag extra = (ins)>
    : NN_AnchorOp<mnemonic> {
  let arguments = !con((ins AnyRankedTensor:$input,
      DenseI64ArrayAttr:$kernel,
      DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$strides,
      DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0, 0, 0}">:$pads,
      DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$dilations), extra);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_MaxPool2dOp : NN_PoolOp<"max_pool2d"> {
  let summary = "maximum over a window";
  let description = [{
    NCHW or NCW. Padding never wins. `pads` is [top, left, bottom, right], or
    [left, right]; of rank 3, all window attributes are stated.
    Quantized: an exact copy (K1); input and result have one type of element.

    (C1) input is rank 3 or 4.
    (C2) strides, dilations, kernel > 0; pads ≥ 0 and smaller than the window's reach; the window fits and, wherever it lies, has a position inside the image.
    (C3) input and result elements are one type: f32 or quantized.
  }];
}

def NN_AvgPool2dOp : NN_PoolOp<"avg_pool2d", (ins UnitAttr:$count_include_pad)> {
  let summary = "mean over a window";
  let description = [{
    NCHW or NCW, as nn.max_pool2d. Divides by the positions inside the image, or, with
    `count_include_pad`, inside the padded one. Float: summed from 0 by rows, then columns, ascending, and
    divided. Quantized: f32(Σ (q − z))·m with m = s_x/(n·s_y), n what that position
    averages (E7).

    (C1) input is rank 3 or 4.
    (C2) strides, dilations, kernel > 0; pads ≥ 0 and smaller than the window's reach; the window fits and, wherever it lies, has a position inside the image.
    (C3) input and result are both f32 or both quantized per tensor.
    (C4) quantized: s_x/(n·s_y) is a normal f32 for every n; n·max|q − z| fits the accumulator (A4).
  }];
}

#endif
