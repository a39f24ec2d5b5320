// Many elements in, one out.
#ifndef QOPT_IR_REDUCE
#define QOPT_IR_REDUCE

include "ir/dialect.td"

// A row of runtime/numerics/reduce/reductions.h along axes; its functions are in ir/ops/reduction/reduce.cpp. `body`
// is what becomes of the joined elements.
class NN_ReductionOp<string mnemonic, string kind, string axes, string body>
    : NN_AnchorOp<mnemonic, [], [DeclareOpInterfaceMethods<ReductionOpInterface>]> {
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
  let extraClassDefinition = [{
    bool $cppClass::mayGrow(unsigned, int64_t dim) {
      return !::llvm::is_contained(reducedAxes(), dim);
    }
    ::qrt::ReduceKind $cppClass::reduction() { return }] # kind # [{; }
    ::llvm::SmallVector<int64_t> $cppClass::reducedAxes() { return }] # axes # [{; }
    bool $cppClass::keepsDims() { return getKeepDims(); }
    ::llvm::LogicalResult $cppClass::inferShapes(
        ::llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error) {
      return detail::inferReduction(*this, results, error);
    }
    ::llvm::LogicalResult $cppClass::verify() { return detail::verifyReduction(*this); }
    QuantizationRule $cppClass::quantizationRule() { return detail::ruleOfReduction(*this); }
    OpCost $cppClass::cost(int64_t batch) { return detail::costOfReduction(*this, batch); }
    ::qrt::Tensor $cppClass::evaluate(const EvaluationContext &context,
                                      ::llvm::ArrayRef<::qrt::Tensor> operands) {
      return detail::evaluateReduction(*this, context, operands[0]);
    }
    ::qrt::ElementType $cppClass::accumulator() { return detail::accumulatorOfReduction(*this); }
    int64_t $cppClass::channelDim() { return -1; }
    BodyBuilder::Value $cppClass::buildBody(BodyBuilder &body) {
      return }] # body # [{;
    }
  }];
}

class NN_ReduceOp<string mnemonic, string kind, string body = "body.accumulator()">
    : NN_ReductionOp<mnemonic, "::qrt::ReduceKind::" # kind,
                     "::llvm::to_vector_of<int64_t>(getAxes())", body> {
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$axes,
                       UnitAttr:$keep_dims);
}
// `kind` without select_last; with it, its row `Last`.
class NN_ArgOp<string mnemonic, string kind>
    : NN_ReductionOp<mnemonic,
          "getSelectLast() ? ::qrt::ReduceKind::" # kind # "Last : ::qrt::ReduceKind::" # kind,
          "{int64_t(getAxis())}", "body.accumulator()"> {
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$axis, UnitAttr:$keep_dims,
                       UnitAttr:$select_last);
}

class NN_Reduces<string formula, string elements> {
  string description = formula # [{

    Of no elements it is what no element changes: 0, 1, −∞ or ∞, a mean NaN.
    (C1) axes are distinct, ascending and in range.
    (C2) }] # elements;
}
class NN_StepSum<string formula, string elements, string multiplier> {
  string description = NN_Reduces<formula, elements>.description # [{
    (C3) quantized: }] # multiplier # [{ is a normal f32; n·max|q − z| fits the accumulator.}];
}
class NN_Place<string extreme> {
  string description = [{The index along `axis` of the }] # extreme # [{ element, an i64: of equal
    ones (every NaN equals every other, −0 equals +0) the first, with `select_last` the last. A NaN
    is taken before any number. Quantized: stored values are compared.

    (C1) axis is in range and of size > 0.
    (C2) the result is i64, the input f32, i32, i64 or quantized per tensor.}];
}

def NN_ReduceMeanOp : NN_ReduceOp<"reduce_mean", "Sum", "detail::meanBody(body, *this)"> {
  let summary = "mean over axes";
  let description = NN_StepSum<[{
    Float: the sum (nn.reduce_sum) divided by the count. Quantized:
    f32(Σ (q − z))·m, m = s_x/(n·s_y).}],
    "input and result are both f32 or both quantized per tensor.", "s_x/(n·s_y)">.description;
}
def NN_ReduceSumOp : NN_ReduceOp<"reduce_sum", "Sum", "detail::sumBody(body, *this)"> {
  let summary = "sum over axes";
  let description = NN_StepSum<[{
    Float: element i adds to partial i mod 64, ascending, the partials as a
    tree. Integers wrap. Quantized: f32(Σ (q − z))·m, m = s_x/s_y.}],
    "input and result are all f32, i32 or i64, or both quantized per tensor.",
    "s_x/s_y">.description;
}
def NN_ReduceProdOp : NN_ReduceOp<"reduce_prod", "Product"> {
  let summary = "product over axes";
  let description = NN_Reduces<"In the order of nn.reduce_sum. Integers wrap. Stays float.",
    "input and result are all f32, i32 or i64.">.description;
}
def NN_ReduceL1Op : NN_ReduceOp<"reduce_l1", "SumAbs"> {
  let summary = "sum of magnitudes over axes";
  let description = NN_Reduces<"Σ |x| in the order of nn.reduce_sum. Stays float.",
    "everything is f32.">.description;
}
def NN_ReduceL2Op : NN_ReduceOp<"reduce_l2", "SumSquares", "detail::rootBody(body)"> {
  let summary = "root of the sum of squares over axes";
  let description = NN_Reduces<[{√ Σ x·x, each square rounded, in the order of nn.reduce_sum. Stays float.}],
    "everything is f32.">.description;
}
def NN_ReduceSumSquareOp : NN_ReduceOp<"reduce_sum_square", "SumSquares"> {
  let summary = "sum of squares over axes";
  let description = NN_Reduces<[{Σ x·x, each square rounded, in the order of nn.reduce_sum. Stays float.}],
    "everything is f32.">.description;
}
def NN_ReduceMaxOp : NN_ReduceOp<"reduce_max", "Max"> {
  let summary = "largest over axes";
  let description = NN_Reduces<[{
    A NaN wins, −0 lies below +0. Quantized: an exact copy; input and result
    have one element type.}],
    "input and result elements are one type: f32, i32, i64 or quantized per tensor.">.description;
}
def NN_ReduceMinOp : NN_ReduceOp<"reduce_min", "Min"> {
  let summary = "smallest over axes";
  let description = NN_Reduces<"As nn.reduce_max.",
    "input and result elements are one type: f32, i32, i64 or quantized per tensor.">.description;
}
def NN_ArgMaxOp : NN_ArgOp<"arg_max", "ArgMax"> {
  let summary = "where the largest is along an axis";
  let description = NN_Place<"largest">.description;
}
def NN_ArgMinOp : NN_ArgOp<"arg_min", "ArgMin"> {
  let summary = "where the smallest is along an axis";
  let description = NN_Place<"smallest">.description;
}

#endif
