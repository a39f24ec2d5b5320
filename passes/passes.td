// Graph to graph rewrites: names, options, documentation.
#ifndef QOPT_PASSES
#define QOPT_PASSES

include "mlir/Pass/PassBase.td"

class NN_Pass<string name> : Pass<name, "::mlir::ModuleOp"> {
  let dependentDialects = ["::qopt::nn::NNDialect", "::mlir::quant::QuantDialect"];
}

class NN_Explain
    : Option<"explain", "explain", "bool", "false",
             "Remark on what was left as it is, and why">;

// Of passes that are sets of rewrites; their explain= names what was applied, too.
class NN_Without
    : ListOption<"without", "without", "std::string",
                 "Rewrites to leave out, by the names that explain=true shows">;

// ---- simplify ----

def CancelConversions : NN_Pass<"cancel-conversions"> {
  let summary = "Cancel and move quantize/dequantize, cast, transpose, reshape";
  let description = [{
    A conversion that undoes an earlier one disappears with it, also when exact
    copies (reshape, transpose, slice, max pool) stand between them; dequantize
    sinks and quantize rises through such copies, so that these run on the
    stored steps; neighbouring transposes and reshapes become one. Nothing is
    cancelled unless every value stays bit for bit what it was:
    `dequantize(quantize(x))`, which rounds, and pairs with other parameters or
    storage stay.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def FoldDequant : NN_Pass<"fold-dequant"> {
  let summary = "Cancel and move quantize and dequantize only";
  let description = [{
    `--cancel-conversions` restricted to nn.quantize, nn.dequantize and
    nn.requantize: what remains after `--insert-quant` or `--absorb-qdq` are the
    conversions at the borders of the integer part.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def FoldConstants : NN_Pass<"fold-constants"> {
  let summary = "Evaluate operations whose operands are constants";
  let description = [{
    The evaluator computes them, so the answer has the same bits on every
    machine. nn.dequantize of a constant stays unless `dequantize` asks for it:
    folding it makes the weights four times as large and hides their parameters
    from `--absorb-qdq`.
  }];
  let options = [
    Option<"dequantize", "dequantize", "bool", "false",
           "Fold nn.dequantize of constants too: weights of layers that stay float">,
    Option<"maxBytes", "max-bytes", "int64_t", "10485760",
           "Results larger than this are not folded">,
    NN_Explain<>];
}

def StripUnused : NN_Pass<"strip-unused"> {
  let summary = "Remove operations, constants and private functions that nobody uses";
  let description = [{
    Keeps everything that a function returns and all arguments: a signature
    does not change.
  }];
}

def MergeDuplicates : NN_Pass<"merge-duplicates"> {
  let summary = "Merge operations that compute the same value";
  let description = [{
    Two operations are the same when kind, operands, attributes and result type
    are equal; constants when type and bytes are. The first stays, under its
    own key, and lists the other among the layers it absorbed; where only the
    other is returned by the function, its key stays. Two values that are both
    returned are not merged.
  }];
  let options = [NN_Explain<>];
}

// ---- fold ----

def FoldBatchNorm : NN_Pass<"fold-batch-norm"> {
  let summary = "Fold batch normalization into the weights before it";
  let description = [{
    nn.conv2d or nn.matmul followed by nn.batch_norm, or by mul, add, sub with a
    constant per channel. In f32, each step rounded:
    inv = 1/sqrt(variance + epsilon), g = gamma·inv, w' = w·g[o],
    b' = (b − mean)·g + beta, b = 0 where there is none.

    The fused operation has the key and range of the value it produces and
    lists the layers it absorbed. Declines when the first result has another
    consumer, when weights or parameters are no constants, and when a folded
    weight would not be finite. A shared constant is copied.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

// ---- recognize ----

def RecognizeComposites : NN_Pass<"recognize-composites"> {
  let summary = "Put activations, normalizations and attention together that a file spells out";
  let description = [{
    Exporters write hard swish, SiLU, GELU (by erf or tanh), softplus, Mish, layer and
    RMS normalization and attention as the arithmetic that they are made of. Each
    such group becomes the one operation, which quantizes as a whole (a table of 256
    results) and compiles to fewer kernels. Numbers may differ from theirs by 1e-6,
    as exporters round them; divisions may be products with the inverse. The
    operation has the key and range of the group's result, and absorbs the parts that
    nobody else reads.

    Groups are found in f32: before `--insert-quant`.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

// ---- quantize ----

def InsertQuant : NN_Pass<"insert-quant"> {
  let summary = "Replace operations by their integer form, from measured ranges";
  let description = [{
    Each operation that the profile takes becomes an operation on quantized
    types, with nn.quantize before and nn.dequantize after it; `--fold-dequant`
    then removes the pairs. Ranges are nn.range in the module, the calibration
    file's, the policy's, or `range=`, the later ones first; known ones (sigmoid, softmax, a
    clip with two finite bounds, any bound on a known range) need no measurement.

    Profiles qopt and trt take layers with constant weights and what lies between
    them; what comes behind the last such layer stays float, and that layer writes
    float. `region=all`, and profiles ort-cpu and tflite, take all that have an
    integer form.

    An operation that feeds only a relu or clip takes its parameters, one that
    feeds only a concat those of the concat. Where others read the operand of a
    relu or clip, that has parameters of its own, from the operand's steps if
    these are at most 2.01 times as large; else a convolution or matmul before it
    writes float, and what can not is read all the same, with a warning. Copies,
    relu and concat are taken when their operand or a consumer is integer. A
    convolution or matmul whose only consumer stays float writes float. An
    operation whose accumulator might overflow, or whose multiplier would be no
    normal f32, stays float with a warning; a channel whose multiplier would be
    denormal counts as zero.
  }];
  let options = [
    Option<"profile", "profile", "std::string", "\"qopt\"",
           "Target: qopt (integer bias), trt (signed, float bias), ort-cpu or tflite (zero points)">,
    Option<"scheme", "scheme", "std::string", "\"\"",
           "signs, signed, affine or mixed; the profile's own by default">,
    Option<"bits", "bits", "unsigned", "8", "Of activations: 8 or 16">,
    Option<"weightBits", "weight-bits", "unsigned", "0",
           "Of weights: 4, 8 or 16; as activations by default, and no more">,
    Option<"granularity", "granularity", "std::string", "\"channel\"",
           "A scale of weights for each channel, or one for a tensor">,
    Option<"region", "region", "std::string", "\"\"",
           "weighted: layers with weights and what lies between them, or all; the profile's own by "
           "default">,
    Option<"mode", "mode", "std::string", "\"quantize\"",
           "quantize, or simulate: layers compute in float on quantized values">,
    Option<"io", "io", "std::string", "\"float\"",
           "float, or quantized: the entry takes and returns integers">,
    Option<"calibration", "calibration", "std::string", "\"\"",
           "File written by qrun calibrate">,
    Option<"policy", "policy", "std::string", "\"\"",
           "File that says how single layers are quantized (JSON)">,
    ListOption<"why", "why", "std::string",
               "Values of which to say which rule gave them their type">,
    ListOption<"range", "range", "std::string",
               "Ranges that override measured ones: key=min:max, separated by commas">,
    NN_Explain<>];
}

def AbsorbQdq : NN_Pass<"absorb-qdq"> {
  let summary = "Make operations between dequantize and quantize integer";
  let description = [{
    What importers bring as float operations between nn.dequantize and
    nn.quantize, and weights as quantize/dequantize pairs, becomes operations on
    quantized types with the same parameters. An i32 bias is taken as it is
    where its scale is s_x·s_w, else recomputed; a float one stays float. An
    operation that feeds only a relu or clip takes the parameters after it; a
    copy between other parameters is followed by nn.requantize. A convolution or
    matmul without quantize after it writes float.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def AbsorbResidual : NN_Pass<"absorb-residual"> {
  let summary = "Let a convolution add the residual before it rounds (E2)";
  let description = [{
    A quantized nn.add with an operand that is a quantized nn.conv2d used only
    there (the first operand where both are) becomes that convolution with the
    other operand as its residual; it has the add's key, range and parameters.
    A convolution with a float bias or a residual of its own stays.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def ExpandComposites : NN_Pass<"expand-composites"> {
  let summary = "Replace composites by what they are made of";
  let description = [{
    `--expand-composites=nn.gelu,head` expands every nn.gelu and the layer
    'head', before calibration: what shall be integer inside has to be in the
    graph. The values inside have the keys `name/part`, the result keeps its own.
    Names that the module does not have, and layers that are no composite or
    quantized already, are errors. What is not named stays whole: as a value with
    one range, quantized by its own rule; lowering expands it later.
  }];
  let options = [
    ListOption<"names", "names", "std::string",
               "Operations (nn.gelu) and layers, in the order in which they are expanded">];
}

#endif
