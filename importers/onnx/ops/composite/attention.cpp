// Attention, as ONNX 23 and 24 define it.
#include "importers/onnx/ops/composite/attention.h"

#include "importers/onnx/graph/op_table.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt::onnx {

Value splitHeads(Binder &b, StringRef name, Value x, int64_t heads) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x);
  b.require(shape.size() == 3 && shape[2].isStatic() && heads >= 1 && shape[2].value() % heads == 0,
            Twine(heads) + " heads do not divide " + nn::toString(shape));
  if (!b.ok())
    return {};
  shape = {shape[0], shape[1], nn::staticDim(heads), nn::staticDim(shape[2].value() / heads)};
  Value split = b.reshapePart((name + "/heads").str(), x, shape);
  return b.part<nn::TransposeOp>(name, b.f32(), split, Ints{0, 2, 1, 3});
}

static SmallVector<nn::Dim> mergedShape(Binder &b, Value x) {
  SmallVector<nn::Dim> shape = dimsOf(x);
  std::optional<nn::Dim> width = nn::multiply(shape[2], shape[3]);
  b.require(width.has_value(), "the input is too large");
  return {shape[0], shape[1], width.value_or(nn::staticDim(1))};
}

// ---- masks ----

Value addMask(Binder &b, StringRef name, Value mask, Value more) {
  return mask && more ? b.part<nn::AddOp>(name, b.f32(), mask, more) : more ? more : mask;
}

// log 1 = 0, log 0 = −∞.
Value maskOfTruths(Binder &b, StringRef name, Value truths) {
  Value number = b.part<nn::CastOp>((name + "/number").str(), b.f32(), truths, BoolAttr());
  return b.part<nn::LogOp>(name, b.f32(), number);
}

Value causalMask(Binder &b, nn::Dim queries, nn::Dim keys, nn::Dim past) {
  b.support(queries.isStatic() && keys.isStatic() && past.isStatic(),
            "that is causal, of sequences whose length varies; give --shape");
  if (!b.ok())
    return {};
  int64_t rows = queries.value(), columns = keys.value();
  b.support(rows * columns <= int64_t(1) << 28, "that is causal, of sequences this long");
  if (!b.ok())
    return {};
  std::vector<float> values;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      values.push_back(j <= i + past.value() ? 0.0f : -std::numeric_limits<float>::infinity());
  return b.constantPart("causal", RankedTensorType::get({rows, columns}, b.f32()),
                        qrt::Tensor::fromValues<float>({rows, columns}, values));
}

// Keys from a sequence's own length on are padding: −∞. min(max(length − j, 0), 1) says so.
static Value paddingMask(Binder &b, unsigned index, nn::Dim keys) {
  Value lengths;
  b.any(index, lengths);
  b.support(keys.isStatic(), "with nonpad_kv_seqlen, of keys whose number varies; give --shape");
  if (!b.ok())
    return {};
  b.require(elementOf(lengths).isInteger(64) && rankOf(lengths) == 1,
            "nonpad_kv_seqlen must be a vector of i64");
  std::vector<int64_t> places(size_t(keys.value()));
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = int64_t(i);
  auto constant = [&](StringRef name, const std::vector<int64_t> &values) {
    return b.constantPart(name, RankedTensorType::get({int64_t(values.size())}, b.i64()),
                          qrt::Tensor::fromValues<int64_t>({int64_t(values.size())}, values));
  };
  if (!b.ok())
    return {};
  Type i64 = elementOf(lengths);
  SmallVector<nn::Dim> shape(4, nn::staticDim(1));
  shape[0] = dimsOf(lengths)[0];
  Value each = b.reshapePart("lengths", lengths, shape);
  Value left = b.part<nn::SubOp>("left", i64, each, constant("places", places));
  left = b.part<nn::MaxOp>("not_below", i64, left, constant("zero", {0}));
  left = b.part<nn::MinOp>("inside", i64, left, constant("one", {1}));
  return maskOfTruths(b, "padding", left);
}

// One that says nothing of the last keys lets them go.
static Value paddedMask(Binder &b, Value mask, nn::Dim keys) {
  SmallVector<nn::Dim> shape = dimsOf(mask);
  if (b.opset() < 24 || shape.empty() || nn::mayBeEqual(shape.back(), keys))
    return mask;
  b.support(shape.back().isStatic() && keys.isStatic(), "with a mask that varies in length");
  if (!b.ok())
    return {};
  b.require(shape.back().value() <= keys.value(), "the mask has more columns than there are keys");
  Ints low(shape.size(), 0), high = low;
  high.back() = keys.value() - shape.back().value();
  APFloat nothing(-std::numeric_limits<float>::infinity());
  return b.part<nn::PadOp>("mask/padded", b.f32(), mask, low, high, nothing);
}

static Value readMask(Binder &b, unsigned index, nn::Dim keys) {
  Value mask;
  if (!b.has(index) || !b.any(index, mask).ok())
    return {};
  if (elementOf(mask).isInteger(1))
    mask = maskOfTruths(b, "mask", mask);
  else
    b.input(index, mask);
  return b.ok() ? paddedMask(b, mask, keys) : Value();
}

// ---- the product ----

float scaleOf(const Heads &heads) {
  nn::Dim size = dimsOf(heads.query)[3];
  return heads.scale != 0 || !size.isStatic() ? heads.scale
                                              : float(1 / std::sqrt(double(size.value())));
}

void emitAttention(Binder &b, const Heads &h, bool merged) {
  if (!b.ok())
    return;
  b.support(h.scale != 0 || dimsOf(h.query)[3].isStatic(), "of heads whose size varies");
  APFloat scale(scaleOf(h)), softcap(h.softcap);
  const SmallVector<Value> masks = h.mask ? SmallVector<Value>{h.mask} : SmallVector<Value>{};
  if (!merged)
    return b.emit<nn::AttentionOp>(b.f32(), h.query, h.key, h.value, masks, scale, softcap,
                                   FloatAttr());
  Value y = b.part<nn::AttentionOp>("attention", b.f32(), h.query, h.key, h.value, masks, scale,
                                    softcap, FloatAttr());
  y = b.part<nn::TransposeOp>("moved", b.f32(), y, Ints{0, 2, 1, 3});
  if (b.ok())
    b.emitReshape(y, mergedShape(b, y));
}

// The scores that output 3 shows: as they are, capped, masked, or as weights. The heads of a group
// are further rows of its queries.
static void bindScores(Binder &b, const Heads &h, int64_t mode) {
  SmallVector<nn::Dim> q = dimsOf(h.query), k = dimsOf(h.key), shape = q;
  b.require(q[1].isStatic() && k[1].isStatic() && k[1].value() > 0, "a number of heads varies");
  if (!b.ok())
    return;
  shape[3] = k[2];
  std::optional<nn::Dim> rows = nn::multiply(q[2], nn::staticDim(q[1].value() / k[1].value()));
  b.require(rows.has_value(), "the input is too large");
  if (!b.ok())
    return;
  Value query = b.reshapePart("scores/queries", h.query, {q[0], k[1], *rows, q[3]});
  Value s = b.part<nn::MatmulOp>("scores/product", b.f32(), query, h.key, Value(), true);
  s = b.reshapePart("scores/heads", s, shape);
  s = b.part<nn::MulOp>("scores", b.f32(), s, b.scalarPart("scores/scale", scaleOf(h)));
  if (mode >= 1 && h.softcap != 0) {
    Value most = b.scalarPart("scores/softcap", h.softcap);
    s = b.part<nn::DivOp>("scores/share", b.f32(), s, most);
    s = b.part<nn::TanhOp>("scores/tanh", b.f32(), s);
    s = b.part<nn::MulOp>("scores/capped", b.f32(), s, most);
  }
  if (mode >= 2 && h.mask)
    s = b.part<nn::AddOp>("scores/masked", b.f32(), s, h.mask);
  if (mode == 3)
    s = h.mask ? b.part<nn::MaskedSoftmaxOp>("scores/softmax", b.f32(), s, uint64_t(3))
               : b.part<nn::SoftmaxOp>("scores/softmax", b.f32(), s, uint64_t(3));
  b.bindReal(3, s);
}

// ---- the operator ----

// Binds x to an output, behind the past values where there are some, and returns it.
static Value behindPast(Binder &b, StringRef name, unsigned pastIndex, unsigned output, Value x) {
  Value past;
  if (b.has(pastIndex) && b.input(pastIndex, past).ok())
    x = b.part<nn::ConcatOp>(name, b.f32(), SmallVector<Value>{past, x}, uint64_t(2));
  b.bindReal(output, x);
  return x;
}

static void readHeads(Binder &b, Heads &h, bool isFlat) {
  int64_t queries = 0, keys = 0;
  b.attr("q_num_heads", queries).attr("kv_num_heads", keys);
  if (!isFlat || !b.ok())
    return;
  b.require(queries >= 1 && keys >= 1, "q_num_heads and kv_num_heads are needed on rank 3");
  h.query = splitHeads(b, "query", h.query, queries);
  h.key = splitHeads(b, "key", h.key, keys);
  h.value = splitHeads(b, "value", h.value, keys);
}

static void attention(Binder &b) {
  Heads h;
  int64_t mode = 0;
  bool causal = false;
  b.arity(3, b.opset() < 24 ? 6 : 7).input(0, h.query).input(1, h.key).input(2, h.value);
  b.attr("scale", h.scale).attr("softcap", h.softcap).attr("is_causal", causal);
  b.attr("qk_matmul_output_mode", mode).ignore("softmax_precision", "everything is f32");
  b.require(mode >= 0 && mode <= 3, "qk_matmul_output_mode is " + Twine(mode))
      .require(h.softcap >= 0, "softcap is negative")
      .support(!causal || !b.has(6), "that is causal, with nonpad_kv_seqlen");
  if (!b.ok())
    return;
  int64_t rank = rankOf(h.query);
  b.require((rank == 3 || rank == 4) && rankOf(h.key) == rank && rankOf(h.value) == rank,
            "Q, K and V must all have rank 3, or 4");
  readHeads(b, h, rank == 3);
  if (!b.ok())
    return;
  nn::Dim fresh = dimsOf(h.key)[2];
  h.key = behindPast(b, "present_key", 4, 1, h.key);
  h.value = behindPast(b, "present_value", 5, 2, h.value);
  if (!b.ok())
    return;
  nn::Dim keys = dimsOf(h.key)[2];
  h.mask = readMask(b, 3, keys);
  if (causal && b.ok()) {
    std::optional<nn::Dim> past = nn::subtract(keys, fresh);
    Value triangle =
        causalMask(b, dimsOf(h.query)[2], keys, past.value_or(nn::Dim::symbol("past")));
    h.mask = addMask(b, "mask/causal", h.mask, triangle);
  }
  if (b.has(6))
    h.mask = addMask(b, "mask/with_padding", h.mask, paddingMask(b, 6, keys));
  emitAttention(b, h, rank == 3);
  if (b.ok() && b.isRead(3))
    bindScores(b, h, mode);
}

// Attention that graphs may change on the way; read where none does.
static void flexAttention(Binder &b) {
  Heads h;
  b.arity(3, 3).input(0, h.query).input(1, h.key).input(2, h.value).attr("scale", h.scale);
  b.ignore("softmax_precision", "everything is f32");
  for (StringRef graph : {"score_mod", "prob_mod"})
    b.support(!b.has(graph), "with a " + graph + "; expand the function before");
  if (!b.ok())
    return;
  b.require(rankOf(h.query) == 4 && rankOf(h.key) == 4 && rankOf(h.value) == 4,
            "Q, K and V must have rank 4");
  emitAttention(b, h, /*merged=*/false);
}

ArrayRef<OpEntry> attentionOps() {
  static constexpr OpEntry ops[] = {{"Attention", attention, 23},
                                    {"FlexAttention", flexAttention, 1, "ai.onnx.preview"}};
  return ops;
}

} // namespace qopt::onnx
