// Functions of one element, each said once: in f64 for the table of its quantized form, and as an
// f32 body, from one text in the words of ir/ops/formula.h.
#ifndef QOPT_IR_FUNCTION
#define QOPT_IR_FUNCTION

include "ir/ops/elementwise/elementwise.td"

// `formula` of x; attributes are read by it as they are declared, in f32.
class NN_FunctionOp<string mnemonic, string formula, string about = "", dag attributes = (ins)>
    : NN_UnaryOp<mnemonic, attributes> {
  let summary = formula;
  let description = NN_Table<about>.description;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferShapes(
        ::llvm::SmallVectorImpl<SymbolicShape> &results, EmitError) {
      results.push_back(symbolicShape(getInput()));
      return ::llvm::success();
    }
    ::llvm::LogicalResult $cppClass::verify() { return detail::verifyFunction(*this); }
    OpCost $cppClass::cost(int64_t batch) { return costOf(*this, batch, 0); }
    QuantizationRule $cppClass::quantizationRule() {
      return {ResultRule::OwnRange, {OperandRole::Activation}};
    }
    BodyBuilder::Value $cppClass::buildBody(BodyBuilder &body) {
      using namespace formula;
      [[maybe_unused]] auto number = [](const ::llvm::APFloat &attribute) {
        return double(attribute.convertToFloat());
      };
      auto compute = [&](auto x) { return }] # formula # [{; };
      return detail::tableOr(body, *this, [&](double x) { return double(compute(x)); },
                             [&](BodyValue x) { return compute(Real{&body.scalar, x}).value; });
    }
  }];
}

def NN_ExpOp : NN_FunctionOp<"exp", "exp(x)">;
def NN_LogOp : NN_FunctionOp<"log", "log(x)", "Natural logarithm.">;
def NN_SqrtOp : NN_FunctionOp<"sqrt", "sqrt(x)", "Square root, correctly rounded.">;
def NN_ErfOp : NN_FunctionOp<"erf", "erf(x)", "Error function.">;
def NN_ReciprocalOp : NN_FunctionOp<"reciprocal", "1.0 / x", "Correctly rounded.">;
def NN_FloorOp : NN_FunctionOp<"floor", "floor(x)">;
def NN_CeilOp : NN_FunctionOp<"ceil", "ceil(x)">;
def NN_RoundOp : NN_FunctionOp<"round", "rint(x)", "To the nearest integer, half to even.">;

def NN_HardSigmoidOp : NN_FunctionOp<"hard_sigmoid",
    "least(greatest(x * number(getAlpha()) + number(getBeta()), 0.0), 1.0)",
    "As ONNX's HardSigmoid.", (ins F32Attr:$alpha, F32Attr:$beta)>;
def NN_HardSwishOp : NN_FunctionOp<"hard_swish",
    "x * least(greatest(x * (1.0 / 6) + 0.5, 0.0), 1.0)", "As ONNX's HardSwish.">;
def NN_LeakyReluOp : NN_FunctionOp<"leaky_relu",
    "choose(isLess(x, 0.0), x * number(getAlpha()), x)", "As ONNX's LeakyRelu.",
    (ins F32Attr:$alpha)>;
def NN_ThresholdedReluOp : NN_FunctionOp<"thresholded_relu",
    "choose(isLess(number(getAlpha()), x), x, 0.0)", "x where x > α, else 0, for NaN too.",
    (ins F32Attr:$alpha)>;
def NN_ShrinkOp : NN_FunctionOp<"shrink",
    "choose(isLess(x, -number(getLambd())), x + number(getBias()), choose(isLess(number(getLambd()), x), x - number(getBias()), 0.0))",
    "x ∓ bias beyond ±lambd, 0 between and for NaN.", (ins F32Attr:$lambd, F32Attr:$bias)>;
def NN_SoftsignOp : NN_FunctionOp<"softsign", "x / (1.0 + fabs(x))">;
def NN_SwishOp : NN_FunctionOp<"swish", "x * sigmoid(x * number(getAlpha()))",
    "SiLU where alpha is 1.", (ins F32Attr:$alpha)>;

def NN_SinOp : NN_FunctionOp<"sin", "sin(x)", "Of radians.">;
def NN_CosOp : NN_FunctionOp<"cos", "cos(x)", "Of radians.">;
def NN_TanOp : NN_FunctionOp<"tan", "tan(x)", "Of radians.">;
def NN_AsinOp : NN_FunctionOp<"asin", "asin(x)">;
def NN_AcosOp : NN_FunctionOp<"acos", "acos(x)">;
def NN_AtanOp : NN_FunctionOp<"atan", "atan(x)">;
def NN_SinhOp : NN_FunctionOp<"sinh", "sinh(x)">;
def NN_CoshOp : NN_FunctionOp<"cosh", "cosh(x)">;
def NN_AsinhOp : NN_FunctionOp<"asinh", "asinh(x)">;
def NN_AcoshOp : NN_FunctionOp<"acosh", "acosh(x)">;
def NN_AtanhOp : NN_FunctionOp<"atanh", "atanh(x)">;

def NN_EluOp : NN_FunctionOp<"elu", "choose(isLess(x, 0.0), expm1(x) * number(getAlpha()), x)",
    "α·expm1(x) below 0, else x: the formula of ONNX's Elu, with expm1 for exp(x) − 1.", (ins F32Attr:$alpha)>;
def NN_SeluOp : NN_FunctionOp<"selu",
    "choose(isLess(0.0, x), x, expm1(x) * number(getAlpha())) * number(getGamma())",
    "As ONNX's Selu.", (ins F32Attr:$alpha, F32Attr:$gamma)>;
def NN_CeluOp : NN_FunctionOp<"celu",
    "greatest(x, 0.0) + least(expm1(x / number(getAlpha())) * number(getAlpha()), 0.0)",
    "As ONNX's Celu.", (ins F32Attr:$alpha)>;
def NN_SoftplusOp : NN_FunctionOp<"softplus", "softplus(x)", "log(1 + exp(x)).">;
def NN_MishOp : NN_FunctionOp<"mish", "x * tanh(softplus(x))">;

#endif
