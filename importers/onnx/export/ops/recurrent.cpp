// RNN, GRU, LSTM. ONNX multiplies by W itself; the product is a layer of its own here, so W is the
// identity.
#include "importers/onnx/export/op_table.h"

#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::onnx {

namespace {
struct Activation {
  llvm::StringLiteral ours, onnx;
  bool takesAlpha, takesBeta; // an attribute's list has entries of those that do alone
};
} // namespace

static constexpr Activation activations[] = {
    {"relu", "Relu", false, false},
    {"tanh", "Tanh", false, false},
    {"sigmoid", "Sigmoid", false, false},
    {"softsign", "Softsign", false, false},
    {"softplus", "Softplus", false, false},
    {"affine", "Affine", true, true},
    {"leaky_relu", "LeakyRelu", true, false},
    {"thresholded_relu", "ThresholdedRelu", true, false},
    {"scaled_tanh", "ScaledTanh", true, true},
    {"hard_sigmoid", "HardSigmoid", true, true},
    {"elu", "Elu", true, false},
};

template <typename Op> static void setActivations(Node node, Op op) {
  std::vector<std::string> names;
  std::vector<float> alphas, betas;
  for (auto [i, name] :
       llvm::enumerate(op.getActivations().template getAsValueRange<StringAttr>())) {
    const Activation *known =
        llvm::find_if(activations, [&](const Activation &one) { return one.ours == name; });
    names.push_back(known->onnx.str());
    if (known->takesAlpha)
      alphas.push_back((*op.getAlphas())[i]);
    if (known->takesBeta)
      betas.push_back((*op.getBetas())[i]);
  }
  node.set("activations", ArrayRef(names));
  if (!alphas.empty())
    node.set("activation_alpha", ArrayRef(alphas));
  if (!betas.empty())
    node.set("activation_beta", ArrayRef(betas));
}

// W that takes each direction's columns of the product as they are.
static std::string identity(Layer &b, int64_t directions, int64_t width) {
  const int64_t columns = directions * width;
  auto w = qrt::Tensor::allocate(qrt::ElementType::F32, {directions, width, columns});
  for (int64_t row = 0; row < columns; ++row)
    w.mutableValues<float>()[row * columns + row] = 1;
  return b.constant("W", w);
}

// ONNX's B is [Wb, Rb]; Wb is in the product.
static std::string biasOf(Layer &b, Value bias, int64_t directions, int64_t width) {
  if (!bias)
    return "";
  auto zero = qrt::Tensor::allocate(qrt::ElementType::F32, {directions, width});
  return b.part("Concat", "B", {b.constant("Wb", zero), b.in(bias)}).set("axis", int64_t(1));
}

template <typename Op> static void recurrent(Layer &b, Op op) {
  if constexpr (std::is_same_v<Op, nn::LstmOp>)
    if (op.getRoundsState())
      return b.refuse("with a state that is rounded to 8 bits in each step");
  nn::SymbolicShape shape = nn::symbolicShape(op.getWeights());
  const int64_t directions = shape[0].value(), width = shape[1].value();
  std::vector<std::string> inputs = {
      b.in(op.getInput()),          identity(b, directions, width),
      b.in(op.getWeights()),        biasOf(b, op.getBias(), directions, width),
      b.index(op.getLengths(), 32), b.in(op.getHidden())};
  if constexpr (std::is_same_v<Op, nn::LstmOp>) {
    inputs.push_back(b.in(op.getCell()));
    inputs.push_back(b.in(op.getPeepholes()));
  }
  Node node = b.results(b.entry.type, inputs);
  node.set("hidden_size", shape[2].value()).set("direction", op.getDirection());
  setActivations(node, op);
  if (op.getClip())
    node.set("clip", op.getClip()->convertToFloat());
  if constexpr (std::is_same_v<Op, nn::LstmOp>)
    node.set("input_forget", int64_t(op.getInputForget()));
  if constexpr (std::is_same_v<Op, nn::GruOp>)
    node.set("linear_before_reset", int64_t(op.getLinearBeforeReset()));
}

ArrayRef<ExportEntry> recurrentExports() {
  static constexpr ExportEntry table[] = {
      row<nn::RnnOp, recurrent<nn::RnnOp>>("RNN"),
      row<nn::GruOp, recurrent<nn::GruOp>>("GRU"),
      row<nn::LstmOp, recurrent<nn::LstmOp>>("LSTM"),
  };
  return table;
}

} // namespace qopt::onnx
