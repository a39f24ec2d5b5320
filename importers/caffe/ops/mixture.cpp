// A mixture of experts (OpenCL Caffe), its nets already in their places; Noise.
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

// 1 for the k largest of each row, 0 elsewhere; of equal ones the first.
static Value chosen(Binder &b, Value gate, int64_t k) {
  auto shape = dimsOf(gate);
  Type i64 = b.i64();
  Value places = b.partAs<nn::ArgTopKOp>("experts", {shape[0], nn::staticDim(k)}, i64, gate,
                                         uint64_t(1), false);
  const float levels[] = {0, 1};
  Value values = b.constantPart("levels", RankedTensorType::get({2}, b.f32()),
                                qrt::Tensor::fromValues<float>({2}, levels));
  Value each = b.partAs<nn::OneHotOp>("each", {shape[0], nn::staticDim(k), shape[1]}, b.f32(),
                                      places, values, uint64_t(2));
  return b.part<nn::ReduceSumOp>("chosen", b.f32(), each, Ints{1}, /*keep_dims=*/false);
}

// Input 0 is the gating net's result, [N, E]; then come the experts. The probabilities of the k
// likeliest ones, scaled to a sum of 1, weight the experts' results.
static void mixture(Binder &b) {
  Value gate;
  int64_t k = b.param().moe_param().select_experts(), experts = int64_t(b.inputCount()) - 1;
  b.input(0, gate);
  b.require(k >= 1 && k <= experts,
            "select_experts is " + Twine(k) + " of " + Twine(experts) + " experts");
  if (!b.ok())
    return;
  auto shape = dimsOf(gate);
  b.require(shape.size() == 2 && shape[1] == nn::staticDim(experts),
            "its gating net gives " + nn::toString(shape) + ", needs a number for each of " +
                Twine(experts) + " experts");
  if (!b.ok())
    return;
  Value kept = b.part<nn::MulOp>("kept", b.f32(), gate, chosen(b, gate, k));
  Value sum = b.part<nn::ReduceSumOp>("sum", b.f32(), kept, Ints{1}, /*keep_dims=*/true);
  Value weights = b.part<nn::DivOp>("weights", b.f32(), kept, sum);
  Value total;
  for (int64_t i = 0; b.ok() && i < experts; ++i) {
    Value y;
    if (!b.input(unsigned(i + 1), y).ok())
      return;
    auto given = dimsOf(y);
    b.require(!given.empty() && nn::mayBeEqual(given[0], shape[0]),
              "expert " + Twine(i) + " gives " + nn::toString(given) + ", which is not of the " +
                  "gate's samples");
    if (!b.ok())
      return;
    std::string name = "expert" + std::to_string(i);
    SmallVector<nn::Dim> column(given.size(), nn::staticDim(1));
    column[0] = shape[0];
    Value weight = b.partAs<nn::SliceOp>(name + "_weight", {shape[0], nn::staticDim(1)}, b.f32(),
                                         weights, Ints{0, i}, Ints{1, 1});
    if (b.ok() && column.size() != 2)
      weight = b.reshapePart(name + "_factor", weight, column);
    bool isLast = i + 1 == experts;
    Value part = b.part<nn::MulOp>(isLast && !total ? "" : name, b.f32(), y, weight);
    total = total ? b.part<nn::AddOp>(isLast ? "" : "up_to_" + name, b.f32(), total, part) : part;
  }
  b.bindReal(0, total);
}

// Zero outside of training.
static void noise(Binder &b) {
  Value x;
  if (b.arity(1, 1).input(0, x).ok())
    b.emitAs<nn::ExpandOp>(dimsOf(x), b.f32(), b.scalarFor(x, "zero", 0.0f));
}

ArrayRef<OpEntry> mixtureOps() {
  static constexpr OpEntry ops[] = {{"MOE", mixture}, {"Noise", noise}};
  return ops;
}

} // namespace qopt::caffe
