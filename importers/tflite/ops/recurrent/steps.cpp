// Cells of one step, of floats, which keep a state from run to run: RNN, LSTM, SVDF.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/ops/recurrent/cells.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

static void rnn(Binder &b) {
  const auto *said = b.arity(5, 5).options<schema::RNNOptions>();
  b.require(said, "has no options");
  realAlone(b);
  if (!b.ok())
    return;
  RnnCell cell = readRnn(b, 1, *said);
  Value y = b.ok() ? cell.step(b, "", b.real(0), b.real(4)) : Value();
  b.bindReal(0, y);
  b.bindReal(1, y); // the state
}

// One step; what it keeps are inputs 18 and 19.
static void lstm(Binder &b) {
  const auto *said = b.arity(5, 24).options<schema::LSTMOptions>();
  b.require(said, "has no options");
  b.support(!said || said->kernel_type() == schema::LSTMKernelType::FULL, "of the basic kernel");
  realAlone(b);
  b.require(!b.ok() || b.inputCount() >= 20, "needs 20 inputs");
  if (!b.ok())
    return;
  LstmCell cell = readLstm(b, 1);
  readNorms(b, cell);
  readClips(*said, cell);
  Value x = b.real(0), h = b.real(18), c = b.real(19);
  if (b.ok())
    cell.step(b, "", x, h, c);
  b.bindReal(0, h);
  b.bindReal(1, h);
  b.bindReal(2, c);
}

// ---- SVDF ----

// Features of the last steps, each weighted by how long ago it was: [batch, filters, memory] moves
// on by one, and `rank` filters add up to a unit.
static void svdf(Binder &b) {
  const auto *said = b.arity(5, 5).options<schema::SVDFOptions>();
  b.require(said, "has no options");
  realAlone(b);
  Value x = b.real(0), times = b.real(2), bias = realOr(b, 3);
  const Factor features = factorOr(b, 1);
  Value state = b.real(4);
  if (!b.ok())
    return;
  b.require(rankOf(x) == 2 && rankOf(times) == 2 && said->rank() > 0, "has no ranks that fit");
  if (!b.ok())
    return;
  const nn::Dim batch = dimsOf(x)[0], filters = dimsOf(times)[0], memory = dimsOf(times)[1];
  b.support(filters.isStatic() && memory.isStatic() && memory.value() >= 1, "of open sizes");
  b.require(!b.ok() || filters.value() % said->rank() == 0, "its rank does not divide its filters");
  if (!b.ok())
    return;
  const nn::Dim one = nn::staticDim(1), units = nn::staticDim(filters.value() / said->rank());
  Rows rows{x, rangeOf(*said)};
  Value newest =
      b.reshapePart("newest", rowProduct(b, "features", rows, features), {batch, filters, one});
  Value before = b.reshapePart("before", state, {batch, filters, memory});
  Value kept =
      memory.value() == 1
          ? Value()
          : b.partAs<nn::SliceOp>("kept", {batch, filters, nn::staticDim(memory.value() - 1)},
                                  b.f32(), before, Ints{0, 0, 1}, Ints{1, 1, 1});
  Value now =
      kept ? b.part<nn::ConcatOp>("now", b.f32(), ValueRange{kept, newest}, uint64_t(2)) : newest;
  Value weighted = productOf(b, "weighted", now, times);
  Value sums = b.part<nn::ReduceSumOp>("sums", b.f32(), weighted, Ints{2}, /*keep_dims=*/false);
  if (!b.ok())
    return;
  Value ranks = b.reshapePart("ranks", sums, {batch, units, nn::staticDim(said->rank())});
  Value y = b.part<nn::ReduceSumOp>("units", b.f32(), ranks, Ints{2}, /*keep_dims=*/false);
  y = b.activated(sumOf(b, "biased", y, bias), said->fused_activation_function());
  b.bindReal(0, y);
  if (b.ok())
    b.bindReal(1, b.reshapePart("state", now, dimsOf(state)));
}

ArrayRef<OpEntry> stepOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{RNN, rnn}, {LSTM, lstm}, {SVDF, svdf}};
  return ops;
}

} // namespace qopt::tflite
