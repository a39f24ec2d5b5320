#include "importers/common/graph/free_batch.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/scalar_body.h"

using namespace mlir;
using qopt::nn::Dim;

namespace qopt {

static bool grows(const Dim &dim, const std::string &batch) {
  std::set<std::string> names;
  dim.collectSymbols(names);
  return names.count(batch) != 0;
}

/// The dimension that grows with the batch; none where no one does, −1 where several do.
static std::optional<int64_t> placeOf(ArrayRef<Dim> shape, const std::string &batch) {
  std::optional<int64_t> place;
  for (auto [i, dim] : llvm::enumerate(shape))
    if (grows(dim, batch))
      place = place ? -1 : int64_t(i);
  return place;
}

static std::optional<int64_t> placeOf(Value value, const std::string &batch) {
  return placeOf(nn::symbolicShape(value), batch);
}

std::string batchSymbol(Block &entry) {
  for (BlockArgument argument : entry.getArguments()) {
    nn::SymbolicShape shape = nn::symbolicShape(argument);
    std::set<std::string> names;
    if (!shape.empty())
      shape[0].collectSymbols(names);
    if (names.size() == 1)
      return *names.begin();
  }
  return "";
}

// A sample's elements lie together behind those of the dimensions before the batch.
void followBatch(ArrayRef<Dim> from, MutableArrayRef<Dim> to, int64_t open,
                 const std::string &batch) {
  std::optional<int64_t> place = placeOf(from, batch);
  if (!place || *place < 0 || placeOf(to, batch))
    return;
  std::optional<Dim> before = nn::productOf(from.take_front(*place));
  Dim passed = nn::staticDim(1);
  for (auto [i, dim] : llvm::enumerate(to)) {
    bool begins = before && passed == *before;
    if (begins && int64_t(i) != open)
      dim = nn::multiply(dim, Dim::symbol(batch)).value_or(dim);
    std::optional<Dim> next = nn::multiply(passed, dim);
    if (begins || int64_t(i) == open || !next)
      return;
    passed = *next;
  }
}

// ---- which operations keep samples apart ----

static const char tooMany[] = "it pairs samples with each other";
static const char byPlace[] = "its elements depend on their place in the batch";
static const char joins[] = "it joins the samples of a batch";

// c·N, sample after sample, each of c elements.
static bool isWhole(const Dim &dim, const std::string &batch) {
  Dim one = Dim::symbol(batch);
  std::optional<Dim> each = nn::quotient(dim, one);
  std::optional<Dim> whole = each ? nn::multiply(*each, one) : std::nullopt;
  return whole && *whole == dim && !grows(*each, batch);
}

static std::string checkReshape(nn::ReshapeOp op, const std::string &batch) {
  nn::SymbolicShape from = nn::symbolicShape(op.getInput()), to = nn::symbolicShape(op.getType());
  std::optional<int64_t> read = placeOf(from, batch), written = placeOf(to, batch);
  if (!read || !written)
    return joins;
  std::optional<Dim> before = nn::productOf(ArrayRef(from).take_front(*read)),
                     after = nn::productOf(ArrayRef(to).take_front(*written));
  return before && after && *before == *after ? "" : joins;
}

// Bodies that load at computed places, or ask for their own: an element of one sample may be loaded
// for that sample alone, and for nothing else may its number, or how many there are, be used.
static bool dependsOnSample(Operation *op, const std::string &batch) {
  nn::Body body = nn::bodyOf(op);
  int64_t place = placeOf(op->getResult(0), batch).value_or(-1);
  auto isSample = [&](uint16_t value) {
    const qrt::ScalarInstruction &from = body.program.instructions[value];
    return from.op == qrt::ScalarOp::Input &&
           body.program.inputs[from.index].kind == qrt::ScalarInputKind::Coordinate &&
           body.program.inputs[from.index].index == place;
  };
  for (const qrt::ScalarInstruction &instruction : body.program.instructions) {
    if (instruction.op == qrt::ScalarOp::Input) {
      const qrt::ScalarInput &input = body.program.inputs[instruction.index];
      if (input.kind == qrt::ScalarInputKind::Size && grows(body.sizes[input.index], batch))
        return true;
      continue;
    }
    std::optional<int64_t> samples;
    if (instruction.op == qrt::ScalarOp::Load) {
      nn::SymbolicShape loaded =
          nn::symbolicShape(op->getOperand(body.program.inputs[instruction.index].index));
      samples = placeOf(loaded, batch);
      if (samples &&
          (place < 0 || !(loaded[*samples] == nn::symbolicShape(op->getResult(0))[place])))
        return true;
    }
    for (int i = 0; i < qrt::operandCount(instruction); ++i)
      if (isSample(instruction.operands[i]) != (samples == i))
        return true;
  }
  return false;
}

static bool choosesElements(Operation *op) {
  auto body = dyn_cast<nn::ScalarBodyOpInterface>(op);
  return body && (body.readsCoordinates() ||
                  llvm::any_of(llvm::seq(op->getNumOperands()),
                               [&](unsigned i) { return body.loadsOperand(i); }));
}

static JoinedSamples findIn(Block &block, const std::string &batch);

static std::string whyJoined(Operation &op, const std::string &batch) {
  auto reads = [&](Value value) { return placeOf(value, batch).has_value(); };
  auto growsBadly = [&](Value value) {
    nn::SymbolicShape shape = nn::symbolicShape(value);
    std::optional<int64_t> place = placeOf(shape, batch);
    return place && (*place < 0 || !isWhole(shape[*place], batch));
  };
  if (llvm::any_of(op.getResults(), growsBadly))
    return tooMany;
  bool readsBatch = llvm::any_of(op.getOperands(), reads);
  if (!readsBatch && llvm::none_of(op.getResults(), reads))
    return "";
  if (!llvm::all_of(op.getResults(), reads))
    return joins;
  if (auto reshape = dyn_cast<nn::ReshapeOp>(op))
    return checkReshape(reshape, batch);
  if (nn::isExpandable(&op))
    return findIn(*nn::expansionOf(&op), batch).why;
  if (choosesElements(&op))
    return dependsOnSample(&op, batch) ? byPlace : "";
  auto inference = dyn_cast<nn::ShapeInferenceOpInterface>(op);
  for (OpOperand &operand : op.getOpOperands())
    if (std::optional<int64_t> place = placeOf(operand.get(), batch))
      if (!inference || !inference.mayGrow(operand.getOperandNumber(), *place))
        return joins;
  return readsBatch || isa<nn::ScalarBodyOpInterface>(op) ? "" : byPlace;
}

static JoinedSamples findIn(Block &block, const std::string &batch) {
  for (Operation &op : block.without_terminator())
    if (std::string why = whyJoined(op, batch); !why.empty())
      return {&op, why};
  return {};
}

JoinedSamples findJoinedSamples(func::FuncOp entry) {
  std::string batch = batchSymbol(entry.front());
  return batch.empty() ? JoinedSamples() : findIn(entry.front(), batch);
}

} // namespace qopt
