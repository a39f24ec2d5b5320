// Attention and MultiHeadAttention as ONNX Runtime's optimizer writes them, in their plain forms.
#include "importers/common/ops/views.h"
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/composite/attention.h"
#include "importers/onnx/ops/quantize/integer_product.h"

using namespace mlir;

namespace qopt::onnx {

// Ones and zeros for each key: 0, or what is given for a key that is masked.
static Value keyMask(Binder &b, unsigned index, float masked) {
  Value mask;
  if (!b.has(index) || !b.any(index, mask).ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(mask);
  b.support(shape.size() == 2 && isSummedInteger(mask),
            "with a mask that is no matrix of integers, one for each key");
  if (!b.ok())
    return {};
  Value number = b.part<nn::CastOp>("mask/number", b.f32(), mask, BoolAttr());
  Value one = b.scalarPart("mask/one", 1.0f), away = b.scalarPart("mask/away", masked);
  Value off = b.part<nn::SubOp>("mask/off", b.f32(), one, number);
  off = b.part<nn::MulOp>("mask", b.f32(), off, away);
  return b.reshapePart("mask/keys", off, {shape[0], nn::staticDim(1), nn::staticDim(1), shape[1]});
}

static Value additive(Binder &b, unsigned index, Value mask) {
  Value bias;
  b.optional(index, bias);
  return b.ok() ? addMask(b, "mask/biased", mask, bias) : Value();
}

struct Options {
  int64_t heads = 0;
  float masked = -10000.0f;
  bool causal = false;
};

static void readOptions(Binder &b, Options &options, Heads &h) {
  b.attr("num_heads", options.heads).attr("mask_filter_value", options.masked);
  b.attr("scale", h.scale).attr("unidirectional", options.causal);
  b.require(options.heads >= 1, "num_heads is " + Twine(options.heads));
}

static void attend(Binder &b, Heads &h, const Options &options) {
  if (options.causal && b.ok()) {
    Value triangle = causalMask(b, dimsOf(h.query)[2], dimsOf(h.key)[2], nn::staticDim(0));
    h.mask = addMask(b, "mask/causal", h.mask, triangle);
  }
  emitAttention(b, h, /*merged=*/true);
}

// Queries, keys and values lie side by side in `all`.
static void attendProjected(Binder &b, Value all, Ints sizes, Heads &h, const Options &options) {
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(all);
  b.support(shape[2].isStatic(), "of a width that varies");
  if (!b.ok())
    return;
  if (sizes.empty())
    sizes.assign(3, shape[2].value() / 3);
  b.require(sizes.size() == 3 && llvm::all_of(sizes, [](int64_t size) { return size >= 1; }) &&
                sizes[0] + sizes[1] + sizes[2] == shape[2].value(),
            "queries, keys and values do not make up " + shape[2].text());
  if (!b.ok())
    return;
  constexpr StringLiteral names[] = {"query", "key", "value"};
  Value parts[3];
  int64_t start = 0;
  for (auto [i, name] : llvm::enumerate(names)) {
    shape[2] = nn::staticDim(sizes[i]);
    Value part = b.partAs<nn::SliceOp>((name + "/part").str(), shape, b.f32(), all,
                                       Ints{0, 0, start}, Ints{1, 1, 1});
    parts[i] = splitHeads(b, name, part, options.heads);
    start += sizes[i];
  }
  h.query = parts[0], h.key = parts[1], h.value = parts[2];
  attend(b, h, options);
}

static void requireMatrices(Binder &b, size_t input, size_t weights) {
  b.require(!b.ok() || (input == 3 && weights == 2),
            "needs an input of rank 3, a matrix of weights");
}

// input·weights + bias is projected.
static void projectedAttention(Binder &b) {
  Heads h;
  Options options;
  Ints sizes;
  Value x, weights, bias;
  bool rotary = false;
  b.arity(2, 7).input(0, x).input(1, weights).optional(2, bias);
  readOptions(b, options, h);
  b.attr("qkv_hidden_sizes", sizes).attr("do_rotary", rotary);
  b.support(!b.has(4) && !b.has(6) && !b.isRead(1), "with a past").support(!rotary, "do_rotary=1");
  if (!b.ok())
    return;
  requireMatrices(b, rankOf(x), rankOf(weights));
  Value all = b.part<nn::MatmulOp>("projected", b.f32(), x, weights, bias, /*transpose_b=*/false);
  h.mask = additive(b, 5, keyMask(b, 3, options.masked));
  attendProjected(b, all, sizes, h, options);
}

// The same of quantized input and weights; behind the product everything is float.
static void qAttention(Binder &b) {
  Heads h;
  Options options;
  Value bias;
  bool rotary = false;
  b.arity(5, 9).input(2, bias);
  readOptions(b, options, h);
  b.attr("do_rotary", rotary).support(!rotary, "do_rotary=1");
  b.support(!b.has(8) && !b.isRead(1), "with a past");
  if (!b.ok())
    return;
  requireMatrices(b, shapeOf(b, 0).size(), shapeOf(b, 1).size());
  Value all = realProduct(b, "projected", {0, 3, 6}, {1, 4, 7, 1}, bias);
  h.mask = keyMask(b, 5, options.masked);
  attendProjected(b, all, {}, h, options);
}

// Part `index` of a bias that has queries', keys' and values' side by side.
static Value biased(Binder &b, StringRef name, Value x, Value bias, int64_t start) {
  if (!bias || !b.ok())
    return x;
  nn::Dim width = dimsOf(x)[2];
  Value part =
      b.partAs<nn::SliceOp>((name + "/bias").str(), width, b.f32(), bias, Ints{start}, Ints{1});
  return b.part<nn::AddOp>((name + "/biased").str(), b.f32(), x, part);
}

static void multiHeadAttention(Binder &b) {
  Heads h;
  Options options;
  Value bias;
  b.arity(3, 6).input(0, h.query).input(1, h.key).input(2, h.value).optional(3, bias);
  readOptions(b, options, h);
  if (!b.ok())
    return;
  for (Value x : {h.query, h.key, h.value})
    b.support(rankOf(x) == 3 && dimsOf(x)[2].isStatic(),
              "on packed inputs; only query, key and value of rank 3 are read");
  b.support(!b.isRead(1) && !b.isRead(2) && !b.isRead(3), "with further outputs");
  if (!b.ok())
    return;
  int64_t queries = dimsOf(h.query)[2].value(), keys = dimsOf(h.key)[2].value();
  h.query = splitHeads(b, "query", biased(b, "query", h.query, bias, 0), options.heads);
  h.key = splitHeads(b, "key", biased(b, "key", h.key, bias, queries), options.heads);
  h.value =
      splitHeads(b, "value", biased(b, "value", h.value, bias, queries + keys), options.heads);
  h.mask = additive(b, 5, keyMask(b, 4, options.masked));
  attend(b, h, options);
}

ArrayRef<OpEntry> microsoftAttentionOps() {
  static constexpr OpEntry ops[] = {{"Attention", projectedAttention, 1, microsoft},
                                    {"MultiHeadAttention", multiHeadAttention, 1, microsoft},
                                    {"QAttention", qAttention, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
