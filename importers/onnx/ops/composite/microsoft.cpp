// Converts the operators that ONNX Runtime's optimizer leaves of activations, of layers with one
// behind them, and of embeddings.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/matmul/product.h"
#include "importers/onnx/ops/windows/conv.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// gelu(x + bias), the bias where it is there.
static void biasedGelu(Binder &b, unsigned least, StringRef approximate) {
  Value x, bias;
  b.arity(least, 2).input(0, x).optional(1, bias);
  if (bias)
    x = b.part<nn::AddOp>("biased", b.f32(), x, bias);
  b.emit<nn::GeluOp>(b.f32(), x, approximate);
}

static void quickGelu(Binder &b) {
  Value x;
  float alpha = 1.702f;
  b.arity(1, 1).input(0, x).attr("alpha", alpha);
  b.emit<nn::SwishOp>(b.f32(), x, APFloat(alpha));
}

static void gelu(Binder &b) {
  b.arity(1, 1);
  biasedGelu(b, 1, "none");
}
static void biasGelu(Binder &b) { biasedGelu(b, 2, "none"); }
static void fastGelu(Binder &b) { biasedGelu(b, 1, "tanh"); }

// ---- an activation behind a layer ----

static Value activated(Binder &b, Value x, const std::string &name, ArrayRef<float> params) {
  auto parameter = [&](size_t i, float otherwise) {
    return APFloat(i < params.size() ? params[i] : otherwise);
  };
  if (name == "Relu")
    return b.part<nn::ReluOp>("", b.f32(), x);
  if (name == "Sigmoid")
    return b.part<nn::SigmoidOp>("", b.f32(), x);
  if (name == "Tanh")
    return b.part<nn::TanhOp>("", b.f32(), x);
  if (name == "LeakyRelu")
    return b.part<nn::LeakyReluOp>("", b.f32(), x, parameter(0, 0.01f));
  if (name == "HardSigmoid")
    return b.part<nn::HardSigmoidOp>("", b.f32(), x, parameter(0, 0.2f), parameter(1, 0.5f));
  b.support(name == "Clip" && params.size() == 2, "with activation " + name);
  return b.part<nn::ClipOp>("", b.f32(), x, parameter(0, 0), parameter(1, 0));
}

// Conv, then a sum, then an activation.
static void fusedConv(Binder &b) {
  std::string name;
  std::vector<float> params;
  Value more;
  b.arity(2, 4).attr("activation", name).attr("activation_params", params);
  if (b.has(3))
    b.input(3, more);
  Value y = convPart(b, !name.empty() || more ? "conv" : "");
  if (more)
    y = b.part<nn::AddOp>(name.empty() ? "" : "sum", b.f32(), y, more);
  b.bindReal(0, name.empty() || !b.ok() ? y : activated(b, y, name, params));
}

static void fusedGemm(Binder &b) {
  std::string name;
  std::vector<float> params;
  b.attr("activation", name);
  for (const char *one : {"activation_alpha", "activation_beta", "activation_gamma"})
    if (b.has(one))
      b.attr(one, params.emplace_back());
  Value y = gemmPart(b, name.empty() ? "" : "gemm");
  b.bindReal(0, name.empty() || !b.ok() ? y : activated(b, y, name, params));
}

// ---- embeddings ----

static Value embedded(Binder &b, StringRef name, unsigned table, Value indices) {
  Value rows;
  b.input(table, rows);
  b.require(!b.ok() || rankOf(rows) == 2, "an embedding is no matrix");
  return b.part<nn::GatherOp>(name, b.f32(), rows, indices, uint64_t(0));
}

// Positions 0, 1, … where none are given.
static Value positions(Binder &b, Value words) {
  nn::Dim length = nn::symbolicShape(words)[1];
  OpBuilder builder(b.context());
  return b.partAs<nn::IotaOp>("positions", {length}, b.i64(), uint64_t(0),
                              builder.getI64IntegerAttr(0), builder.getI64IntegerAttr(1));
}

// Words, their places and segments, summed and normalized.
static void embedLayerNormalization(Binder &b) {
  Value words, segments, places, gamma, beta;
  float epsilon = 1e-12f;
  bool maskMeans = false;
  b.arity(7, 9).any(0, words).attr("epsilon", epsilon).attr("mask_index_type", maskMeans);
  b.support(!b.isRead(1), "its second output, the mask's index");
  b.require(!b.ok() || rankOf(words) == 2, "word indices are no matrix");
  b.require(epsilon >= 0, "epsilon is negative").input(5, gamma).input(6, beta);
  if (b.has(8))
    b.any(8, places);
  else if (b.ok())
    places = positions(b, words);
  Value sum = embedded(b, "word", 2, words);
  sum = b.part<nn::AddOp>("placed", b.f32(), sum, embedded(b, "position", 3, places));
  if (b.has(1) && b.has(4) && b.any(1, segments).ok())
    sum = b.part<nn::AddOp>("sum", b.f32(), sum, embedded(b, "segment", 4, segments));
  b.emit<nn::LayerNormOp>(b.f32(), sum, gamma, beta, uint64_t(2), APFloat(epsilon));
  b.bindReal(2, sum);
}

ArrayRef<OpEntry> microsoftOps() {
  static constexpr OpEntry ops[] = {
      {"Gelu", gelu, 1, microsoft},
      {"BiasGelu", biasGelu, 1, microsoft},
      {"FastGelu", fastGelu, 1, microsoft},
      {"QuickGelu", quickGelu, 1, microsoft},
      {"FusedConv", fusedConv, 1, microsoft},
      {"FusedGemm", fusedGemm, 1, microsoft},
      {"EmbedLayerNormalization", embedLayerNormalization, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
