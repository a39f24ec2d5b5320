// Comparisons, truth values and bits, element by element. None is quantized.
#ifndef QOPT_IR_LOGIC
#define QOPT_IR_LOGIC

include "ir/ops/elementwise/elementwise.td"

class NN_LogicOp<string mnemonic, string text, string elements, dag operands>
    : NN_ElementwiseOp<mnemonic> {
  let summary = text;
  let description = [{
    (C1) operands broadcast as in NumPy to the result's shape.
    (C2) }] # elements # ".";
  let arguments = operands;
}
class NN_ComparisonOp<string mnemonic, string text>
    : NN_LogicOp<mnemonic, text,
          "operands are of one type: f32, f16, bf16, a plain integer or i1; the result is i1",
          (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs)>;
class NN_BitsOp<string mnemonic, string text>
    : NN_LogicOp<mnemonic, text, "everything is i1, or one plain integer type",
          (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs)>;
class NN_TestOp<string mnemonic, string text, string elements, dag operands>
    : NN_LogicOp<mnemonic, text, elements, operands>;

def NN_EqualOp : NN_ComparisonOp<"equal", "a = b; a NaN equals nothing">;
def NN_LessOp : NN_ComparisonOp<"less", "a < b">;
def NN_LessEqualOp : NN_ComparisonOp<"less_equal", "a ≤ b">;

def NN_AndOp : NN_BitsOp<"and", "both; of integers, bit by bit">;
def NN_OrOp : NN_BitsOp<"or", "either; of integers, bit by bit">;
def NN_XorOp : NN_BitsOp<"xor", "one of both; of integers, bit by bit">;
def NN_NotOp : NN_TestOp<"not", "the other truth value; of integers, every bit",
    "everything is i1, or one plain integer type", (ins AnyRankedTensor:$input)>;
def NN_ShiftOp : NN_LogicOp<"shift", "a·2^b, low bits kept; with `right`, a / 2^b rounded down",
    "everything is one unsigned integer type; a shift by more bits than there are gives 0",
    (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, UnitAttr:$right)>;

def NN_IsNanOp : NN_TestOp<"is_nan", "whether x is no number",
    "the operand is f32, f16 or bf16, the result i1", (ins AnyRankedTensor:$input)>;
def NN_IsInfOp : NN_TestOp<"is_inf", "whether x is infinite, of the signs named",
    "the operand is f32, f16 or bf16, the result i1",
    (ins AnyRankedTensor:$input, UnitAttr:$positive, UnitAttr:$negative)>;
def NN_WhereOp : NN_LogicOp<"where", "condition ? a : b",
    "condition is i1; a, b and the result are of one type: f32, f16, bf16, a plain integer or i1",
    (ins AnyRankedTensor:$condition, AnyRankedTensor:$lhs, AnyRankedTensor:$rhs)>;

#endif
