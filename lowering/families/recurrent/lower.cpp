#include "lowering/families/op_lowering.h"
#include "lowering/families/strided.h"

#include "ir/interfaces.h"
#include "ir/ops.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static std::optional<qrt::StridedOperand> strided(ProgramBuilder &builder, OpOperand *operand) {
  if (!operand)
    return std::nullopt;
  View view = builder.viewOf(operand->get());
  return qrt::StridedOperand{view.operand, accessOf(view)};
}

static std::optional<qrt::Operand> dense(ProgramBuilder &builder, OpOperand *operand) {
  if (!operand)
    return std::nullopt;
  Value value = operand->get();
  return builder.materialize(value, Layout::rowMajor(sizesOf(value).size())).operand;
}

static LogicalResult lowerRecurrent(ProgramBuilder &builder, const Region &region) {
  Operation *op = region.anchor;
  auto recurrent = cast<RecurrentOpInterface>(op);
  Recurrence r = recurrent.recurrence();
  if (llvm::any_of(op->getResultTypes(), isEmpty))
    return cannotCompile(op, "it gives a tensor without elements");
  Sizes sizes = sizesOf(op->getResult(0));
  qrt::RecurrentCall call;
  call.shape.gates = r.gates;
  call.shape.hidden = sizes[3].offset;
  call.shape.reversed = r.reversed;
  call.shape.roundsState = r.roundsState;
  call.steps = sizes[0];
  call.samples = sizes[2];
  call.cells = recurrent.cells();
  View input = builder.viewOf(r.input->get());
  int64_t unit = input.strides[2], units = call.shape.hidden;
  call.shape.input = {
      {input.strides[0], input.strides[1], r.gates * units * unit, units * unit, unit},
      input.offset};
  call.input = input.operand;
  call.weights = *dense(builder, r.weights);
  call.bias = dense(builder, r.bias);
  call.peepholes = dense(builder, r.peepholes);
  call.lengths = strided(builder, r.lengths);
  call.hidden = strided(builder, r.hidden);
  call.cell = strided(builder, r.cell);
  SmallVector<uint32_t, 3> outputs;
  qrt::StridedAccess *accesses[] = {&call.shape.output, &call.shape.lastHidden,
                                    &call.shape.lastCell};
  for (auto [result, access] : llvm::zip(op->getResults(), accesses)) {
    View view = writtenView(builder, result);
    *access = accessOf(view);
    outputs.push_back(view.operand.index);
  }
  builder.add(layerName(op), std::move(call), outputs);
  return success();
}

void addRecurrent(OpLowerings &lowerings) {
  lowerings.add<RnnOp, GruOp, LstmOp>({.lower = lowerRecurrent, .wish = noWish});
}

} // namespace qopt
