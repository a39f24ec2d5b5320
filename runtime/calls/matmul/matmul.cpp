#include "runtime/calls/matmul/matmul.h"

namespace qrt {

Status check(const CallCheck &check, const MatmulCall &call) {
  QRT_RETURN_IF_ERROR(check.dimensions({call.shape.k, call.shape.n}, 1));
  QRT_RETURN_IF_ERROR(check.quantized(call.inputType));
  QRT_RETURN_IF_ERROR(check.quantized(call.bType));
  ElementType a = call.inputType.type, b = call.bType.type;
  if (a != b && !(is8Bit(a) && is8Bit(b)))
    return invalidArgument("a product of two families of types");
  Linear batch = check.positive(call.batch), rows = check.positive(call.rows);
  Linear matrix = check.product({call.shape.k, call.shape.n});
  QRT_RETURN_IF_ERROR(check.reads(call.a, a, batch.times(rows).times(call.shape.k)));
  Linear matrices = call.shape.sharedB ? matrix : batch.times(matrix);
  QRT_RETURN_IF_ERROR(check.reads(call.b, b, matrices));
  // Packed at load, where no batch is known yet.
  if (!call.shape.sharedB && call.b.space == Operand::Space::Constant &&
      !lessEqual(check.elementsOf(call.b), matrices))
    return invalidArgument("a constant of more matrices than the product has");
  return check.epilogue(call.epilogue, {sumType(a), batch, rows, call.shape.n});
}

Prepared prepare(const HostLoad &load, const MatmulCall &call) {
  if (call.b.space != Operand::Space::Constant)
    return nullptr; // packed at each run
  load.replaced.push_back(call.b.index);
  const Tensor &b = load.constants[call.b.index];
  int64_t matrices = call.shape.sharedB ? 1 : b.size() / (call.shape.k * call.shape.n);
  return packMatmul(load.execution, call.shape, call.inputType, matrices, call.bType, b.data());
}

void run(const HostRun &run, const MatmulCall &call) {
  auto b = std::static_pointer_cast<const PackedWeights>(run.prepared);
  if (!b)
    b = packMatmul(run.execution, call.shape, call.inputType,
                   call.shape.sharedB ? 1 : run.at(call.batch), call.bType, run.data(call.b));
  matmul(run.execution, call.shape, run.at(call.batch), run.at(call.rows), call.inputType,
         run.data(call.a), *b, BoundEpilogue(run, call.epilogue));
}

} // namespace qrt
