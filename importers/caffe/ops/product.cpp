// InnerProduct and Embed.
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

// All dimensions from an axis on are one row.
static void innerProduct(Binder &b) {
  const proto::InnerProductParameter &p = b.param().inner_product_param();
  Value x, weights, bias;
  int64_t axis = p.axis(), out = p.num_output();
  b.arity(1, 1).input(0, x).bounded(out, 1, (int64_t(1) << 31) - 1, "num_output");
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  auto shape = dimsOf(x);
  auto features = nn::productOf(ArrayRef(shape).drop_front(axis)),
       rows = nn::productOf(ArrayRef(shape).take_front(axis));
  b.require(features && rows, "the input is too large");
  b.support(!features || features->isStatic(), "of an input whose size is not known; give --shape");
  if (!b.ok())
    return;
  int64_t in = features->value();
  bool isRow = p.transpose(); // stored [in, out]
  b.weights(0, "weights", isRow ? ArrayRef<int64_t>{in, out} : ArrayRef<int64_t>{out, in}, weights);
  if (p.bias_term())
    b.weights(1, "bias", {out}, bias);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> flat{*rows, *features}, result(shape.begin(), shape.begin() + axis);
  result.push_back(nn::staticDim(out));
  if (shape != flat)
    x = b.reshapePart("rows", x, flat);
  if (result.size() == 2)
    return b.emit<nn::MatmulOp>(b.f32(), x, weights, bias, !isRow);
  Value y = b.part<nn::MatmulOp>("product", b.f32(), x, weights, bias, !isRow);
  if (b.ok())
    b.emitReshape(y, result);
}

// A row of a table for each number, which is an index.
static void embed(Binder &b) {
  const proto::EmbedParameter &p = b.param().embed_param();
  Value x, table, bias;
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  b.arity(1, 1).input(0, x);
  b.bounded(p.num_output(), 1, most, "num_output").bounded(p.input_dim(), 1, most, "input_dim");
  if (!b.ok() || !b.weights(0, "weights", {p.input_dim(), p.num_output()}, table).ok())
    return;
  if (p.bias_term())
    b.weights(1, "bias", {p.num_output()}, bias);
  Value indices = b.part<nn::CastOp>("indices", IntegerType::get(b.context(), 32), x, BoolAttr());
  if (!bias)
    return b.emit<nn::GatherOp>(b.f32(), table, indices, uint64_t(0));
  Value rows = b.part<nn::GatherOp>("rows", b.f32(), table, indices, uint64_t(0));
  b.emit<nn::AddOp>(b.f32(), rows, bias);
}

static size_t productBlobs(const proto::LayerParameter &layer) {
  return layer.inner_product_param().bias_term() ? 2 : 1;
}
static size_t embedBlobs(const proto::LayerParameter &layer) {
  return layer.embed_param().bias_term() ? 2 : 1;
}

ArrayRef<OpEntry> productOps() {
  static constexpr OpEntry ops[] = {{"InnerProduct", innerProduct, productBlobs},
                                    {"Embed", embed, embedBlobs}};
  return ops;
}

} // namespace qopt::caffe
