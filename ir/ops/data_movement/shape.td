// Values moved, never changed.
#ifndef QOPT_IR_SHAPE
#define QOPT_IR_SHAPE

include "ir/dialect.td"

def NN_ConstantOp : Op<NN_Dialect, "constant",
    [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a weight or other constant";
  let description = [{
    Large values are resources under the hash of their content, held once.
    Quantized constants hold storage values as `dense_resource`.

    (C1) the shape is static.
    (C2) a resource's bytes are as many as the type's elements need.
    (C3) at most 2^34 bytes: a splat is written out where it is read.
    (C4) quantized values lie in the declared range, as −127..127 (R4).
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def NN_ReshapeOp : NN_LoopOp<"reshape", [DeclareOpInterfaceMethods<ConversionOpInterface>]> {
  let summary = "same elements in row-major order under another shape";
  let description = [{
    The result type says the shape.
    (C1) element counts agree, symbolically.
    (C2) element types agree; a quantized one is per tensor.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let hasVerifier = 1;
  let extraClassDeclaration = "std::optional<Rows> rowsOf(unsigned operand, int64_t dim);";
}

def NN_BitCastOp : NN_LoopOp<"bit_cast"> {
  let summary = "the same bits as another element type";
  let description = [{
    (C1) shapes agree.
    (C2) element types of one width, plain or quantized per tensor (whose stored values these bits
         are), neither i1 in the result nor of less than a byte.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let hasVerifier = 1;
}

def NN_TransposeOp : NN_LoopOp<"transpose",
    [DeclareOpInterfaceMethods<ConversionOpInterface, ["isIdentity"]>]> {
  let summary = "dimensions permuted";
  let description = [{
    Result dimension i is input dimension permutation[i].
    (C1) permutation is one.
    (C2) element types agree; a quantized axis follows its dimension.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$permutation);
  let hasVerifier = 1;
  let extraClassDeclaration = "std::optional<Rows> rowsOf(unsigned operand, int64_t dim);";
}

def NN_ConcatOp : NN_LoopOp<"concat"> {
  let summary = "tensors one after the other along an axis";
  let description = [{
    Quantized: an operand with other parameters than the result's is
    requantized, f32(q − z)·m (Q3); with equal ones copied (K1).
    (C1) at least one operand; axis in range.
    (C2) other dimensions agree.
    (C3) all elements one type, no f64, or all quantized per tensor; where parameters differ on 16 bits or fewer, every multiplier s_i/s_y a normal f32.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, I64Attr:$axis);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool mayGrow(unsigned operand, int64_t dim);
    std::optional<Rows> rowsOf(unsigned operand, int64_t dim);
  }];
}

def NN_SliceOp : NN_LoopOp<"slice"> {
  let summary = "a strided box";
  let description = [{
    result[i] = input[starts + i·steps] for each dimension; a negative start counts
    from the end, and is 0 where that lies before the beginning and the step goes
    forward. The result type says the sizes.
    (C1) one entry per dimension; steps ≠ 0; the box lies inside the input.
    (C2) element types agree; a quantized one is per tensor.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$starts,
                       DenseI64ArrayAttr:$steps);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool mayGrow(unsigned operand, int64_t dim);
    std::optional<Rows> rowsOf(unsigned operand, int64_t dim);
    /// Where dimension `dim` starts, counted from its beginning, at a batch.
    int64_t startAt(int64_t dim, int64_t batch);
  }];
}

def NN_SplitOp : NN_SeveralResultsOp<"split"> {
  let summary = "consecutive parts along an axis";
  let description = [{
    Result i holds `sizes`[i] consecutive elements of `axis`, behind those of the
    results before it. Quantized: an exact copy, all of one type.
    (C1) axis in range, its dimension the sum of the sizes, each ≥ 0.
    (C2) element types agree; a quantized one is per tensor.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis, DenseI64ArrayAttr:$sizes);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

def NN_PadOp : NN_LoopOp<"pad"> {
  let summary = "a constant border";
  let description = [{
    `low` and `high` elements of `value` around each dimension. Quantized:
    the border is quantize(value) (Q1; 0 gives z exactly).
    (C1) one entry per dimension, ≥ 0.
    (C2) element types agree; a quantized one is per tensor.
    (C3) `value` is an f32 where elements are floats or quantized, then no NaN, and
         an i64 that they hold where they are integers or bool; 0.0 goes with all.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$low,
                       DenseI64ArrayAttr:$high, AnyAttrOf<[F32Attr, I64Attr]>:$value);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input,
                                 "::llvm::ArrayRef<int64_t>":$low,
                                 "::llvm::ArrayRef<int64_t>":$high,
                                 "::llvm::APFloat":$value), [{
    build($_builder, $_state, result, input, low, high,
          ::mlir::FloatAttr::get($_builder.getF32Type(), value));
  }]>];
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
}

#endif
