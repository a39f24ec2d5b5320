// Graph to graph rewrites: names, options, documentation.
#ifndef QOPT_PASSES
#define QOPT_PASSES

include "mlir/Pass/PassBase.td"

class NN_Pass<string name> : PassBase<name, "::qopt::ModulePass"> {
  let dependentDialects = ["::qopt::nn::NNDialect", "::mlir::quant::QuantDialect"];
}

class NN_Explain
    : Option<"explain", "explain", "bool", "false",
             "Remark on what was left as it is, and why">;

// Passes that are sets of rewrites have this option; their explain= names what was applied, too.
class NN_Without
    : ListOption<"without", "without", "std::string",
                 "Rewrites to leave out, by the names that explain=true shows">;

// Passes that make layers integer have this option.
class NN_Summary
    : Option<"summary", "summary", "bool", "true",
             "Close with a remark: how many layers are integer, and why others are not">;

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
    machine. nn.dequantize of a constant stays unless `dequantize` asks for it, and
    so does nn.cast to f32 of a narrower float or an integer of 8 bits or less:
    folding it makes the weights twice to eight times as large and hides their
    parameters from `--absorb-qdq`.

    What no input decides may grow with the batch all the same, as masks and places that
    exporters build for each sample. Where that is proved to be the same for each sample,
    it becomes one sample's constant and nn.expand of it; elementwise operations and masks
    of nn.attention, which broadcast, read the constant alone. Indices that count samples
    to choose each one's own rows (of a mask that is an input) choose within the sample.
  }];
  let options = [
    Option<"dequantize", "dequantize", "bool", "false",
           "Fold nn.dequantize and widening nn.cast of constants too: weights of layers that stay float">,
    Option<"maxBytes", "max-bytes", "int64_t", "10485760",
           "Results larger than this are not folded">,
    ListOption<"except", "except", "std::string",
               "Layers and operations (nn.softmax) to leave as they are">,
    NN_Explain<>];
}

def StripUnused : NN_Pass<"strip-unused"> {
  let summary = "Remove operations, constants and private functions that nobody uses";
  let description = [{
    Keeps everything that a function returns and all arguments: a signature
    does not change.
  }];
}

def SamplesFirst : NN_Pass<"samples-first"> {
  let summary = "Let inputs and outputs begin with their samples";
  let description = [{
    Of an input or output in which the open size of the samples is another dimension than
    the first, as steps come first in ONNX's recurrent layers, it becomes the first, and a
    transpose behind the input, or before the output, brings the order that the network
    has inside. Callers then give and take arrays of samples: so `qrun calibrate`,
    `quantize` and `eval` deal them out. Every bit of every value stays. What has several rows
    to a sample, a size that is a multiple of the samples, stays as it is, and a remark says so.
  }];
  let options = [
    Option<"symbol", "symbol", "std::string", "\"\"",
           "The open size of the samples; by default the only one that inputs have">];
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
    b' = (b − mean)·g + beta, b = 0 where there is none. Reshapes, transposes and
    slices between the two that keep channels apart stay behind the convolution:
    a transposed convolution's phases each take their channel's g.

    The fused operation has the key and range of the value it produces and
    lists the layers it absorbed. Declines when the first result has another
    consumer, when weights or parameters are no constants, and when a folded
    weight would not be finite. A shared constant is copied.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def FoldAffine : NN_Pass<"fold-affine"> {
  let summary = "Fold products and sums with constants into each other and into what reads them";
  let description = [{
    Of f32, mul, div, add and sub with a constant: (x·a)·b and (x + a) + b become one step, (x·a + b)·c
    becomes x·(a·c) + b·c, and x/c becomes x·(1/c), which unlike a quotient has an integer form. A
    number that nn.conv2d or nn.matmul alone reads a multiple of goes into its weights, and what is
    added to its input, a value for each channel, into its bias: b' = b + Σ w·a, summed in f64. Each
    new constant is rounded to f32.

    Declines where a value in between has another reader, where constants have several
    elements and not one shape, where a convolution pads with zeros what a sum would shift, and
    where a product has a number for each channel: channels of different size would share the steps of
    weights that quantization makes. What follows a layer is --fold-batch-norm's.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def FusePads : NN_Pass<"fuse-pads"> {
  let summary = "Make zeros around an image the pads of the convolution that reads them";
  let description = [{
    nn.pad of 0 along the image's dimensions, read by nn.conv2d: the convolution reads what
    the pad reads and adds the zeros itself, which costs nothing. The pad stays where
    others read it. Every bit of every value stays.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

// ---- edit ----

include "passes/edit/edit.td"

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

    Attention is found under masks that are added or choose between scores and a number,
    window by window too, and behind a guard that makes 0 of a softmax's NaN; it says each
    as it stands (nn.attention).

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
    feeds only a concat those of the concat, but for a fixed range. Where others read the operand of a
    relu or clip, that has parameters of its own, from the operand's steps if
    these are at most 2.01 times as large; else a convolution or matmul before it
    writes float, and what can not is read all the same, with a warning. Copies,
    relu and concat are taken when their operand or a consumer is integer. A
    convolution or matmul whose only consumer stays float writes float. An
    operation whose accumulator might overflow, or whose multiplier would be no
    normal f32, stays float with a warning; a channel whose multiplier would be
    denormal counts as zero.

    A range that holds numbers which stand for nothing, as -1e4 in a mask, is no
    measure of steps: what exact copies alone read takes the range that they show, a sum,
    choice or concat of which an operand would be lost stays float, and so does what leads
    to a softmax or reaches the end of f32, each with a warning. `range=` of the value
    makes it integer all the same.

    Elementwise operations behind one another, or behind a layer, whose values nobody else
    reads are computed in float without rounding in between, where steps would round once more than
    the last of them does (numerics.md, F6). `fuse=tables`, as profile qopt does, takes functions of
    one stored value of 8 bits whose other operands are numbers for the whole tensor: 256 results,
    which a layer's kernel looks up where it stores. `fuse=arithmetic` also leaves float what a layer
    sums, for functions of a few instructions (hard swish, a scale for each channel, a sum): nearer to
    float, which costs hosts time. `fuse=all` takes exponentials there, too, as profile trt
    does, and `fuse=none` gives each its own steps, as profiles ort-cpu and tflite do.

    A batch norm between layers with weights that no convolution before it takes becomes a
    depthwise convolution of one tap, of weights by channel.

    nn.attention stays float unless `attention=integer`, or a policy of that layer, asks for
    integers. It is then taken apart: its scores, of quantized query and key, are f32, and so are
    scale, softcap, mask and softmax; probabilities and value are quantized and multiplied
    (numerics.md, I1). `qrun calibrate --attention=integer` measures the range of
    `name/probabilities`; without it steps are 1/256. One whose sums could overflow stays whole
    and float.

    `mode=dynamic`, of all layers or of single ones in a policy, measures nothing: a
    convolution or matmul with constant weights makes steps of its input when it runs,
    u8 under the smallest and largest value of this run and 0 (as ONNX's
    DynamicQuantizeLinear), sums them with its i8 weights on integers and writes f32,
    with its bias. Everything else stays float. The range is that of the whole run: of
    all samples of a batch. `--freeze-ranges` makes constants of such ranges.
  }];
  let options = [
    Option<"profile", "profile", "std::string", "\"qopt\"",
           "Target: qopt (integer bias), trt (signed, float bias), ort-cpu or tflite (zero points)">,
    Option<"scheme", "scheme", "std::string", "\"\"",
           "signs, signed, affine or mixed; the profile's own by default">,
    Option<"bits", "bits", "unsigned", "8", "Of activations: 8 or 16">,
    Option<"weightBits", "weight-bits", "unsigned", "0",
           "Of weights: 2, 3, 4, 7, 8 or 16, and no more than activations; as activations by default, but profile "
           "ort-cpu has 7 beside 8: x86-64 without VNNI adds two products in 16 bits, which saturate">,
    ListOption<"weightBits8", "weight-bits8", "std::string",
               "Layers whose weights have 8 bits, whatever `weight-bits` says, separated by commas">,
    Option<"granularity", "granularity", "std::string", "\"channel\"",
           "A scale of weights for each channel, or one for a tensor">,
    Option<"region", "region", "std::string", "\"\"",
           "weighted: layers with weights and what lies between them, or all; the profile's own by "
           "default">,
    Option<"attention", "attention", "std::string", "\"\"",
           "float, or integer: products of quantized values around a float softmax; the profile's own "
           "(float) by default">,
    Option<"fuse", "fuse", "std::string", "\"\"",
           "Functions between which nothing is rounded: none, tables (of one stored value), arithmetic (as "
           "hard swish, on what a layer sums, too), or all (exponentials there, too); the profile's own by "
           "default">,
    Option<"mode", "mode", "std::string", "\"quantize\"",
           "quantize; simulate: layers compute in float on quantized values; or dynamic: products on "
           "integers whose range is that of the run">,
    Option<"io", "io", "std::string", "\"float\"",
           "float, or quantized: the entry takes and returns integers">,
    Option<"calibration", "calibration", "std::string", "\"\"",
           "File written by qrun calibrate">,
    Option<"policy", "policy", "std::string", "\"\"",
           "File that says how single layers are quantized (JSON)">,
    ListOption<"floatLayers", "float", "std::string",
               "Layers that stay float, separated by commas">,
    ListOption<"why", "why", "std::string",
               "Values of which to say which rule gave them their type">,
    ListOption<"range", "range", "std::string",
               "Ranges that override measured ones: key=min:max, separated by commas">,
    NN_Summary<>,
    NN_Explain<>];
}

def FreezeRanges : NN_Pass<"freeze-ranges"> {
  let summary = "Give layers with dynamic ranges the ranges that runs have had";
  let description = [{
    A convolution or matmul of `--insert-quant=mode=dynamic`, or an imported one behind
    DynamicQuantizeLinear, whose input has a known range (nn.range, or the calibration
    file's) becomes what a network of constant ranges says: its input is quantized and
    dequantized under that range, its weights are dequantized, and `--absorb-qdq` makes
    integers of it, together with its neighbours. Layers whose input has no range stay
    dynamic.

    The log of ranges is a calibration file: `qrun calibrate` on the dynamic module
    records the smallest and largest value of each input over all samples; to cut off what
    is rare, its calibrators percentile, mse and entropy do.
  }];
  let options = [
    Option<"calibration", "calibration", "std::string", "\"\"",
           "File written by qrun calibrate">,
    Option<"scheme", "scheme", "std::string", "\"affine\"",
           "affine, as dynamic ranges are, signs, signed or mixed">,
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

    Pairs of a network that was trained for integers (fake quantization) stand where
    training put them. A quantize is taken back over relu, clip and exact copies to
    an operation that reads steps, a dequantize forward over them to one that will,
    that of constant weights over any copy that moves elements; of two equal pairs in a row one
    remains. Each keeps every bit of what is a number. A clip whose limits are no steps
    is not passed, nor is a value that is read as float too, nor are two pairs of
    other parameters one.

    Between pairs whose scales are f16 or bf16, layers become f32, in which they are
    computed anyway, and roundings to the narrow type between a pair and its layer go.
  }];
  let options = [NN_Summary<>, NN_Explain<>, NN_Without<>];
}

def AbsorbResidual : NN_Pass<"absorb-residual"> {
  let summary = "Let a convolution add the residual before it rounds (E2)";
  let description = [{
    A quantized nn.add with an operand that is a quantized nn.conv2d used only
    there (the first operand where both are) becomes that convolution with the
    other operand as its residual; it has the add's key, range and parameters.
    A convolution with a float bias or a residual of its own stays, and all do in a
    function that multiplies in fixed point, which a residual has not.
  }];
  let options = [NN_Explain<>, NN_Without<>];
}

def FixedPoint : NN_Pass<"fixed-point"> {
  let summary = "Multiply by integers where integers become steps: m0·2^-h instead of an f32";
  let description = [{
    Marks the functions that have integer operations (nn.fixed_point): from then on a
    sum of 32 bits becomes steps as gemmlowp and TFLite compute it, with a multiplier of
    31 bits, a doubling high product that is rounded, and a rounding shift; no float is
    left between steps and steps, which suits devices without. nn.add and nn.sub align
    their operands on a finer grid first, as TFLite does. An operation's result is at most
    one step from that of f32 multipliers.

    A convolution or matmul with an f32 bias, a residual or a sum of 64 bits (16-bit
    input), a product of 16-bit operands, and a sum whose grid would be coarser than an
    eighth of the result's step, keep f32 multipliers: a warning says how
    many, `explain=true` which. `--absorb-residual` declines from then on. An exported ONNX
    graph cannot say it.

    `rules=tflite` marks them with the rules of TFLite's interpreter instead (numerics.md, L1), for
    networks of `profile=tflite`: a file of `--emit=tflite` then has this module's answers.
  }];
  let options = [NN_Explain<>, Option<"rules", "rules", "std::string", "\"gemmlowp\"",
      "gemmlowp (G1 to G4), or tflite: those of its interpreter's reference kernels (L1 to L21)">];
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

// ---- precision ----

// Passes that go through `LayerSelection` have these options.
class NN_Layers<string what>
    : ListOption<"layers", "layers", "std::string",
                 what # ", by their names; by default all that can">;
class NN_Except
    : ListOption<"except", "except", "std::string",
                 "Layers and operations (nn.softmax) to leave as they are">;

def AssignPrecision : NN_Pass<"assign-precision"> {
  let summary = "Let float layers lie in memory as f16, bf16 or 8-bit floats";
  let description = [{
    `--assign-precision="type=f16 except=head"`. A layer's f32 operands and results
    become the type: each is rounded once, to nearest, ties to even, and widened
    exactly where it is read; the layer itself computes in f32, sums included. So
    softmax, norms and exponentials lose no more than the rounding of what they
    read and write. Constants are stored rounded. The module is that of an imported
    f16 model: elementwise operations and copies take the type, others have nn.cast
    before and behind, and lowering reads halves as they lie. The entry's interface
    stays f32.

    `type` is f16, bf16, f8e4m3fn, f8e5m2 or a FNUZ kin. Casts to f16 and bf16 make
    infinity of what is too large, those to 8 bits the largest number (448, 57344).
    A value whose range (nn.range, or the calibration file's) passes the largest
    number, or a constant with such an element, stays f32, with a warning; without
    a range, a warning says that an overflow would go unseen. A constant of which
    nothing would be left, as an epsilon, stays f32.

    Named layers that cannot (integer results, conversions between types) and
    names that no layer has are errors. What is not listed stays, and casts stand
    at the border; `--cancel-conversions` takes them through copies. Float scales
    and biases of integer sums stay, and so does what stands between integers, as
    scores and their softmax in integer attention (I1). A value that one nn.quantize
    alone ends, as a norm's in front of it, stays f32, unless
    its layer is listed; its layer reads narrow values. It does not choose layers
    by accuracy.
    `--fold-constants` and `--fold-batch-norm` belong before it.
  }];
  let options = [
    Option<"type", "type", "std::string", "\"f16\"",
           "Float type of 8 or 16 bits">,
    NN_Layers<"Layers that change">,
    ListOption<"ops", "ops", "std::string",
               "Operations (nn.conv2d) whose layers change, beside those of layers=">,
    Option<"stated", "stated", "bool", "false",
           "Layers that the network's file has in half precision (nn.precisions) change, beside "
           "those of layers= and ops=">,
    NN_Except<>,
    Option<"calibration", "calibration", "std::string", "\"\"",
           "File written by qrun calibrate">,
    NN_Explain<>];
}

def RoundWeights : NN_Pass<"round-weights"> {
  let summary = "Round float weights to few values, so that their file packs";
  let description = [{
    Each f32 constant of `minimum-size` elements or more keeps its type and takes
    `levels` values, per tensor. Its smallest and largest values are levels, and so
    is 0 where it lies between them; a value becomes the nearest level, ties to the
    even one. In f64, rounded once to f32, with n = levels − 1:
    min < 0 < max: k = clamp(rint(n·|min|/(max − min)), 1, n − 1) levels i·min/k
    below 0, i = 1 … k, and n − k levels i·max/(n − k) above;
    otherwise min + i·(max − min)/n, i = 0 … n.

    Constants whose values are all the same stay; one with NaN or infinity stays,
    with a warning. A remark says what zlib (deflate, as in .zip and .npz) makes of
    these constants before and after. It does not make the module itself smaller:
    `--quantize-weights` does.
  }];
  let options = [
    Option<"levels", "levels", "int64_t", "256",
           "Values that a tensor keeps, 3 to 65536">,
    Option<"minimumSize", "minimum-size", "int64_t", "1024",
           "Elements of the smallest constant that is rounded">,
    NN_Explain<>];
}

def QuantizeWeights : NN_Pass<"quantize-weights"> {
  let summary = "Store the weights of float layers in 8 or 4 bits";
  let description = [{
    Constant f32 weights of nn.conv2d and nn.matmul, and tables that nn.gather reads
    along dimension 0, of `minimum-size` elements or more, are stored as integers;
    layers go on computing in f32, on s · f32(q − z). A group of weights shares s
    and z: a channel (column of a product, row of a table), or with group=g every g
    neighbours along the summed dimension (of a convolution: input channels, then the
    window; of a table: along its row), the last group being what is left.
    group=0 is a channel, the default for 8 bits; 4 bits default to 32.

    symmetric: s = f32(max|w| / n), z = 0, q = clamp(rint(w / s), −n, n), n = 127 or 7.
    affine: min and max widened to include 0, s = f32((max − min) / n), n = 255 or 15,
    z = clamp(rint(l − min/s), l, l + n), l = −128 or −8,
    q = clamp(rint(w / s) + z, l, l + n).
    s and z are computed in f64, s rounded once; w / s is f32's; ties to even. Where s
    would be no normal number, it is 1 (all weights 0, or with a warning too
    small): then all q are z = 0.

    A channel's steps are an nn.dequantize of the constant; groups are arithmetic,
    as DequantizeLinear with blocks is imported: f32(q) − f32(z), times s. A table
    is gathered as steps, and only what was gathered becomes f32. Weights with NaN
    or infinities stay, with a warning. It reads no data and mends no accuracy.
    `--insert-quant` takes no layer whose weights are stored so, and a run widens
    them anew; `--fold-constants=dequantize=true` makes them f32 for good.
  }];
  let options = [
    Option<"bits", "bits", "int64_t", "8", "Bits of a stored weight: 8 or 4">,
    Option<"group", "group", "int64_t", "-1",
           "Weights that share a scale; 0: a channel's; by default 0 for 8 bits, 32 for 4">,
    Option<"scheme", "scheme", "std::string", "\"symmetric\"",
           "symmetric or affine">,
    Option<"minimumSize", "minimum-size", "int64_t", "1024",
           "Elements of the smallest constant that is stored so">,
    NN_Layers<"Layers whose weights are stored so">,
    NN_Except<>,
    NN_Explain<>];
}

#endif
