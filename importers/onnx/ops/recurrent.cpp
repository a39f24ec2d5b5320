// RNN, GRU and LSTM: the product of all inputs with their weights, then the steps.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"
#include "importers/onnx/ops/quantize/quantize.h"

using namespace mlir;

namespace qopt::onnx {

namespace {
/// ONNX's name of a function, and its parameters where the file says nothing.
struct Activation {
  StringLiteral name, ours;
  std::optional<float> alpha = std::nullopt, beta = std::nullopt;
};

/// The inputs and attributes that the recurrent operators share, brought into nn's form.
struct Layer {
  Value input, weights, bias, lengths, hidden;
  int64_t directions = 1, units = 1, gates = 1;
  bool batchFirst = false;
  std::string direction = "forward";
  ArrayAttr activations;
  DenseF32ArrayAttr alphas, betas;
  FloatAttr clip;
  bool isQuantized = false; // DynamicQuantizeLSTM
};
} // namespace

static const Activation *activationOf(StringRef name) {
  static constexpr Activation list[] = {{"Relu", "relu"},
                                        {"Tanh", "tanh"},
                                        {"Sigmoid", "sigmoid"},
                                        {"Affine", "affine", 1.0f, 0.0f},
                                        {"LeakyRelu", "leaky_relu", 0.01f},
                                        {"ThresholdedRelu", "thresholded_relu", 1.0f},
                                        {"ScaledTanh", "scaled_tanh", 1.0f, 1.0f},
                                        {"HardSigmoid", "hard_sigmoid", 0.2f, 0.5f},
                                        {"Elu", "elu", 1.0f},
                                        {"Softsign", "softsign"},
                                        {"Softplus", "softplus"}};
  auto found = llvm::find_if(
      list, [&](const Activation &known) { return name.equals_insensitive(known.name); });
  return found == std::end(list) ? nullptr : found;
}

// Alphas and betas go to the functions that take one, in order, as ONNX Runtime reads them.
static void readActivations(Binder &b, Layer &layer, ArrayRef<StringRef> usual) {
  std::vector<std::string> names;
  std::vector<float> givenAlphas, givenBetas, alphas, betas;
  float clip = 0;
  b.attr("activations", names).attr("activation_alpha", givenAlphas);
  b.attr("activation_beta", givenBetas).attr("clip", clip);
  for (int64_t d = 0; names.size() < usual.size() * size_t(layer.directions) && d < 2; ++d)
    if (!b.has("activations"))
      names.insert(names.end(), usual.begin(), usual.end());
  // The default of RNN's schema is for two directions, and hosts that fill defaults in give it for
  // one.
  if (usual.size() == 1 && layer.directions == 1 &&
      names == std::vector<std::string>(2, usual[0].str()))
    names.pop_back();
  b.require(names.size() == usual.size() * size_t(layer.directions),
            "has " + Twine(names.size()) + " activations for " + Twine(layer.directions) +
                " directions of " + Twine(usual.size()));
  Builder builder(b.context());
  SmallVector<StringRef> ours;
  size_t alphasRead = 0, betasRead = 0;
  auto next = [](std::optional<float> usual, const std::vector<float> &given, size_t &read) {
    if (!usual)
      return 0.0f;
    return read < given.size() ? given[read++] : *usual;
  };
  for (const std::string &name : names) {
    const Activation *known = activationOf(name);
    b.support(known != nullptr, "activation '" + name + "'");
    if (!known)
      return;
    ours.push_back(known->ours);
    alphas.push_back(next(known->alpha, givenAlphas, alphasRead));
    betas.push_back(next(known->beta, givenBetas, betasRead));
  }
  b.require(alphasRead == givenAlphas.size(), "has more alphas than its activations take");
  b.require(betasRead == givenBetas.size(), "has more betas than its activations take");
  layer.activations = builder.getStrArrayAttr(ours);
  if (llvm::any_of(alphas, [](float a) { return a != 0; }) || alphasRead)
    layer.alphas = builder.getDenseF32ArrayAttr(alphas);
  if (llvm::any_of(betas, [](float a) { return a != 0; }) || betasRead)
    layer.betas = builder.getDenseF32ArrayAttr(betas);
  if (b.has("clip"))
    layer.clip = builder.getF32FloatAttr(clip);
}

// The real values of DynamicQuantizeLSTM's weights, [directions, inputs, gates·units] steps with a
// scale for each direction or each column, and as many zero points or fewer; as LSTM has them, rows
// and columns swapped.
static void dequantized(Binder &b, unsigned index, unsigned scaleIndex, qrt::Tensor &real) {
  qrt::Tensor steps, scales, zeros;
  b.constant(index, steps).reals(scaleIndex, scales).constant(scaleIndex + 1, zeros);
  if (!b.ok())
    return;
  const qrt::Shape &shape = steps.shape();
  b.require(qrt::is8Bit(steps.type()), "input " + Twine(index) + " holds no steps of 8 bits");
  b.require(shape.size() == 3, "input " + Twine(index) + " is " + qrt::shapeToString(shape) +
                                   ", needs three dimensions");
  if (!b.ok())
    return;
  const int64_t directions = shape[0], inputs = shape[1], columns = shape[2];
  auto isFitting = [&](int64_t size) { return size == directions || size == directions * columns; };
  b.require(isFitting(scales.size()) && (isFitting(zeros.size()) || zeros.size() == 1) &&
                zeros.size() <= scales.size() && zeros.type() == steps.type(),
            "scales or zero points of input " + Twine(index) + " do not fit it");
  if (!b.ok())
    return;
  const int64_t each = directions * columns / scales.size(); // columns of a scale
  const int64_t ofZero = directions * columns / zeros.size();
  real = qrt::Tensor::allocate(qrt::ElementType::F32, {directions, columns, inputs});
  for (int64_t i = 0; i < steps.size(); ++i) {
    int64_t column = i / (inputs * columns) * columns + i % columns, row = i / columns % inputs;
    int64_t scale = column / each;
    real.mutableValues<float>()[size_t(column * inputs + row)] =
        float(qrt::integerAt(steps, i) - qrt::integerAt(zeros, column / ofZero)) *
        scales.values<float>()[size_t(scale)];
  }
}

// Returns weights in f32, under another shape of as many elements, which `shapeOf` gives where
// theirs fits; a constant stays one, which kernels pack.
static Value weightsOf(Binder &b, const Layer &layer, unsigned index, StringRef name,
                       function_ref<SmallVector<nn::Dim>(ArrayRef<nn::Dim>)> shapeOf) {
  if (!layer.isQuantized && !b.isConstant(index)) {
    Value value;
    b.input(index, value);
    return b.ok() ? b.reshapePart(name, value, shapeOf(dimsOf(value))) : Value();
  }
  qrt::Tensor tensor;
  if (layer.isQuantized)
    dequantized(b, index, index == 1 ? 8 : 10, tensor);
  else
    b.reals(index, tensor);
  if (!b.ok())
    return {};
  SmallVector<int64_t> sizes;
  for (const nn::Dim &dim : shapeOf(llvm::map_to_vector<4>(tensor.shape(), nn::staticDim)))
    sizes.push_back(dim.value());
  if (!b.ok())
    return {};
  return b.constantPart(name, RankedTensorType::get(sizes, b.f32()),
                        tensor.reshaped({sizes.begin(), sizes.end()}));
}

// One half of B for each direction, in the given shape.
static Value biasPart(Binder &b, const Layer &layer, Value both, StringRef name, int64_t start,
                      ArrayRef<nn::Dim> shape) {
  int64_t width = layer.gates * layer.units;
  Value half = b.partAs<nn::SliceOp>((name + "/half").str(),
                                     {nn::staticDim(layer.directions), nn::staticDim(width)},
                                     b.f32(), both, Ints{0, start}, Ints{1, 1});
  return b.reshapePart(name, half, shape);
}

static Value swapFirst(Binder &b, StringRef name, Value value, Ints order) {
  return b.part<nn::TransposeOp>(name, b.f32(), value, order);
}

// A state before the first step.
static Value stateOf(Binder &b, const Layer &layer, unsigned index, StringRef name) {
  Value state;
  b.optional(index, state);
  if (!state || !b.ok())
    return state;
  b.require(rankOf(state) == 3, name + " has rank " + Twine(rankOf(state)));
  if (layer.batchFirst)
    state = swapFirst(b, name, state, {1, 0, 2});
  if (!b.ok())
    return {};
  nn::Dim samples = dimsOf(layer.input)[1], own = dimsOf(state)[1];
  b.equal(own, samples, name + " is of " + own.text() + " samples, X of " + samples.text());
  return state;
}

// s·(q − z) of 8 bits of x's range, which is the whole sequence's (D3).
static Value throughBytes(Binder &b, Value x) {
  Steps steps = quantizeDynamically(b, "X", x);
  if (!b.ok())
    return {};
  auto number = [&](StringRef name, Value value) {
    return b.part<nn::CastOp>(name, b.f32(), value, BoolAttr());
  };
  Value centred = b.part<nn::SubOp>("X/centred", b.f32(), number("X/number", steps.value),
                                    number("X/zero_real", steps.zero));
  return b.part<nn::MulOp>("X/real", b.f32(), centred, steps.scale);
}

// x·Wᵀ + Wb for every step and direction at once.
static Value project(Binder &b, Layer &layer, Value x) {
  int64_t width = layer.gates * layer.units, allWidth = layer.directions * width;
  Value bias, both;
  Value weights = weightsOf(b, layer, 1, "W", [&](ArrayRef<nn::Dim> shape) {
    b.require(shape.size() == 3 && nn::mayBeEqual(shape[0], nn::staticDim(layer.directions)) &&
                  nn::mayBeEqual(shape[1], nn::staticDim(width)),
              "W is " + nn::toString(shape) + ", needs " + Twine(layer.directions) + "x" +
                  Twine(width) + " rows");
    return b.ok() ? SmallVector<nn::Dim>{nn::staticDim(allWidth), shape[2]}
                  : SmallVector<nn::Dim>();
  });
  b.optional(3, both);
  if (both && b.ok()) {
    SmallVector<nn::Dim> shape = dimsOf(both),
                         wanted{nn::staticDim(layer.directions), nn::staticDim(2 * width)};
    b.require(nn::mayBeEqual(ArrayRef(shape), ArrayRef(wanted)),
              "B is " + nn::toString(shape) + ", needs " + nn::toString(wanted));
  }
  if (both && b.ok()) {
    bias = biasPart(b, layer, both, "Wb", 0, {nn::staticDim(allWidth)});
    layer.bias = biasPart(b, layer, both, "Rb", width,
                          {nn::staticDim(layer.directions), nn::staticDim(width)});
  }
  return b.part<nn::MatmulOp>("projection", b.f32(), x, weights, bias, /*transpose_b=*/true);
}

static Layer readLayer(Binder &b, int64_t gates, ArrayRef<StringRef> usual, Layer layer = {}) {
  layer.gates = gates;
  Value x;
  int64_t hiddenSize = 0;
  b.input(0, x).attr("hidden_size", hiddenSize).attr("layout", layer.batchFirst);
  b.attr("direction", layer.direction);
  bool isBoth = layer.direction == "bidirectional";
  b.require(isBoth || layer.direction == "forward" || layer.direction == "reverse",
            "direction is '" + layer.direction + "'");
  layer.directions = isBoth ? 2 : 1;
  layer.weights = weightsOf(b, layer, 2, "R", [&](ArrayRef<nn::Dim> shape) {
    b.require(shape.size() == 3 && shape[2].isStatic(),
              "R is " + nn::toString(shape) + ", needs three dimensions");
    return llvm::to_vector(shape);
  });
  if (!b.ok())
    return layer;
  layer.units = nn::symbolicShape(layer.weights)[2].value();
  b.require(!b.has("hidden_size") || hiddenSize == layer.units,
            "hidden_size is " + Twine(hiddenSize) + ", R is for " + Twine(layer.units));
  b.require(rankOf(x) == 3, "X has rank " + Twine(rankOf(x)) + ", needs 3");
  readActivations(b, layer, usual);
  if (layer.batchFirst && b.ok())
    x = swapFirst(b, "X/steps", x, {1, 0, 2});
  if (layer.isQuantized && b.ok())
    x = throughBytes(b, x);
  layer.input = project(b, layer, x);
  if (b.has(4u))
    b.any(4, layer.lengths);
  layer.hidden = stateOf(b, layer, 5, "initial_h");
  return layer;
}

// Y, Y_h, Y_c as the file wants them.
static void bindAll(Binder &b, const Layer &layer, ArrayRef<Value> results) {
  for (auto [i, value] : llvm::enumerate(results)) {
    Value bound = value;
    if (layer.batchFirst && b.isRead(unsigned(i)))
      bound = i == 0 ? swapFirst(b, "Y", value, {2, 0, 1, 3})
                     : swapFirst(b, i == 1 ? "Y_h" : "Y_c", value, {1, 0, 2});
    b.bindReal(unsigned(i), bound);
  }
}

static void rnn(Binder &b) {
  b.arity(3, 6);
  Layer l = readLayer(b, 1, {"Tanh"});
  bindAll(b, l,
          b.allParts<nn::RnnOp>(2, b.f32(), l.input, l.weights, l.bias, l.lengths, l.hidden,
                                StringRef(l.direction), l.activations, l.alphas, l.betas, l.clip));
}

static void gru(Binder &b) {
  bool linearBeforeReset = false;
  b.arity(3, 6).attr("linear_before_reset", linearBeforeReset);
  Layer l = readLayer(b, 3, {"Sigmoid", "Tanh"});
  bindAll(b, l,
          b.allParts<nn::GruOp>(2, b.f32(), l.input, l.weights, l.bias, l.lengths, l.hidden,
                                StringRef(l.direction), l.activations, l.alphas, l.betas, l.clip,
                                linearBeforeReset));
}

static void lstmOf(Binder &b, Layer l) {
  bool inputForget = false;
  b.attr("input_forget", inputForget);
  l = readLayer(b, 4, {"Sigmoid", "Tanh", "Tanh"}, std::move(l));
  Value cell = stateOf(b, l, 6, "initial_c"), peepholes;
  b.optional(7, peepholes);
  bindAll(b, l,
          b.allParts<nn::LstmOp>(3, b.f32(), l.input, l.weights, l.bias, l.lengths, l.hidden, cell,
                                 peepholes, StringRef(l.direction), l.activations, l.alphas,
                                 l.betas, l.clip, inputForget, l.isQuantized));
}

static void lstm(Binder &b) {
  b.arity(3, 8);
  lstmOf(b, {});
}

// Products of real weights with inputs and states that 8 bits hold: ONNX Runtime's of the integers,
// but for the rounding of sums.
static void dynamicQuantizeLstm(Binder &b) {
  b.arity(12, 12);
  Layer layer;
  layer.isQuantized = true;
  lstmOf(b, std::move(layer));
}

ArrayRef<OpEntry> recurrentOps() {
  static constexpr OpEntry ops[] = {{"RNN", rnn},
                                    {"GRU", gru},
                                    {"LSTM", lstm},
                                    {"DynamicQuantizeLSTM", dynamicQuantizeLstm, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
