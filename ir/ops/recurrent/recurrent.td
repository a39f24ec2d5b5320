// Layers that step through a sequence.
#ifndef QOPT_IR_RECURRENT
#define QOPT_IR_RECURRENT

include "ir/dialect.td"

// All of them: what a step computes from the gates is the operation's own.
class NN_RecurrentOp<string mnemonic, string formulas, dag stateOperands, dag flags,
                     string stateFormat = "">
    : NN_SeveralResultsOp<mnemonic, [DeclareOpInterfaceMethods<RecurrentOpInterface>,
                                     AttrSizedOperandSegments]> {
  let description = !strconcat([{
    As ONNX's operator with layout 0, but for the product of inputs and weights,
    which is one nn.matmul before this: x holds X·Wᵀ + Wb, a direction's gates side
    by side, as `input` [steps, batch, directions·gates·hidden]. `weights` R are
    [directions, gates·hidden, hidden], `bias` Rb [directions, gates·hidden],
    `hidden` the state before the first step [directions, batch, hidden], 0 where it
    is absent. In f32, each operation rounded, with u = Σ_k h_k·R_k + Rb, the rounded
    products added in the one order of sums:

    }], formulas, [{

    Direction "reverse" goes from the last step to the first, "bidirectional" is both,
    forward first. `lengths` says how many steps each sample has; steps behind are 0 in
    result 0. A length outside [0, steps] is an error of the run. `activations` names a
    function for f, g, h of each direction in turn: "relu", "tanh", "sigmoid",
    "softsign", "softplus", and with alpha and beta (an element of `alphas` and `betas`
    for each activation) "affine" αx + β, "leaky_relu", "thresholded_relu" (x where
    x ≥ α), "scaled_tanh" α·tanh(βx), "hard_sigmoid" and "elu". `clip` c limits what f
    and g are applied to, and h too, to [−c, c].

    Results: h of every step [steps, directions, batch, hidden], h after the last one
    [directions, batch, hidden], of nn.lstm then c. Stays float.

    (C1) ranks and sizes fit as said; hidden is a number.
    (C2) bias, lengths, states and peepholes have the shapes said.
    (C3) all f32 but lengths, i32 or i64.
    (C4) direction is one of the three; bidirectional with two directions of weights,
         else with one.
    (C5) activations are known, one for each function of each direction, with the alphas
         and betas that they read.
    (C6) clip is not negative.
  }]);
  let arguments = !con((ins AnyRankedTensor:$input, AnyRankedTensor:$weights,
                            Optional<AnyRankedTensor>:$bias, Optional<AnyRankedTensor>:$lengths,
                            Optional<AnyRankedTensor>:$hidden),
                       stateOperands,
                       (ins DefaultValuedAttr<StrAttr, [{"forward"}]>:$direction,
                            StrArrayAttr:$activations, OptionalAttr<DenseF32ArrayAttr>:$alphas,
                            OptionalAttr<DenseF32ArrayAttr>:$betas, OptionalAttr<F32Attr>:$clip),
                       flags);
  let assemblyFormat = !strconcat([{
    $input `,` $weights (`bias` $bias^)? (`lengths` $lengths^)? (`hidden` $hidden^)?
  }], stateFormat, [{
    attr-dict `:` functional-type(operands, results)
  }]);
  let hasVerifier = 1;
  let extraClassDeclaration = "bool mayGrow(unsigned operand, int64_t dim);";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferShapes(
        ::llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error) {
      return detail::inferRecurrent(*this, results, error);
    }
    bool $cppClass::mayGrow(unsigned operand, int64_t dim) {
      return detail::mayRecurrentGrow(*this, operand, dim);
    }
    ::llvm::LogicalResult $cppClass::verify() { return detail::verifyRecurrent(*this); }
    QuantizationRule $cppClass::quantizationRule() { return detail::ruleOfRecurrent(*this); }
    OpCost $cppClass::cost(int64_t batch) { return detail::costOfRecurrent(*this, batch); }
    ::std::vector<::qrt::Tensor> $cppClass::evaluateAll(
        const EvaluationContext &context, ::llvm::ArrayRef<::qrt::Tensor> operands) {
      return detail::evaluateRecurrent(*this, context, operands);
    }
  }];
}

def NN_RnnOp : NN_RecurrentOp<"rnn", [{
        h ← f(x + u)
  }], (ins), (ins)> {
  let summary = "a plain recurrent layer";
}

def NN_GruOp : NN_RecurrentOp<"gru", [{
        z = f(x_z + u_z), r = f(x_r + u_r)       gates z, r, n in this order
        n = g(x_n + u_n), u_n of r·h instead of h
            or with `linear_before_reset` g(x_n + r·u_n)
        h ← (1 − z)·n + z·h
  }], (ins), (ins UnitAttr:$linear_before_reset)> {
  let summary = "a gated recurrent unit";
}

def NN_LstmOp : NN_RecurrentOp<"lstm", [{
        i = f(x_i + u_i + P_i·c)                 gates i, o, f, g in this order
        f = f(x_f + u_f + P_f·c), or with `input_forget` 1 − i
        c ← f·c + i·g(x_g + u_g)
        o = f(x_o + u_o + P_o·c)
        h ← o·h(c)

    `cell` is c before the first step, as `hidden`; `peepholes` P_i, P_o, P_f side by
    side [directions, 3·hidden], absent: without these products. With `rounds_state`
    u_i … u_g read h rounded to 8 bits of the sample's own range (D4).
  }], (ins Optional<AnyRankedTensor>:$cell, Optional<AnyRankedTensor>:$peepholes),
  (ins UnitAttr:$input_forget, UnitAttr:$rounds_state), "(`cell` $cell^)? (`peepholes` $peepholes^)?"> {
  let summary = "long short-term memory";
  let useCustomPropertiesEncoding = 1; // recurrent_encoding.cpp
}

#endif
