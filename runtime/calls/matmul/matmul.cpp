#include "runtime/calls/matmul/matmul.h"

#include "runtime/calls/packing_key.h"

namespace qrt {

// Returns one past the last element of matrices that begin at (outer, inner) and cover rows ×
// columns.
static Linear reach(const Linear &outer, int64_t inner, const Linear &rows, int64_t columns,
                    std::array<int64_t, 4> strides) {
  return outer.times(strides[0])
      .plus(rows.times(strides[2]))
      .plus(Linear::constant(inner - 1).times(strides[1]))
      .plus(Linear::constant(columns - 1).times(strides[3]))
      .plus(1 - strides[0] - strides[2]);
}

static Status checkStrided(const CallCheck &check, const MatmulCall &call,
                           const MatmulStrides &strides) {
  QRT_RETURN_IF_ERROR(check.dimensions({strides.inner}, 1));
  for (int64_t stride : strides.a)
    QRT_RETURN_IF_ERROR(check.dimensions({stride}, 0));
  for (int64_t stride : strides.b)
    QRT_RETURN_IF_ERROR(check.dimensions({stride}, 0));
  Linear batch = check.positive(call.batch), rows = check.positive(call.rows);
  const auto &[inner, a, b, aOffset, bOffset] = strides;
  QRT_RETURN_IF_ERROR(check.dimensions({aOffset, bOffset}, 0));
  QRT_RETURN_IF_ERROR(
      check.reads(call.a.operand, call.a.type.type,
                  reach(batch, inner, rows, call.shape.k, {a[0], a[1], a[2], 1}).plus(aOffset)));
  return check.reads(call.b.operand, call.b.type.type,
                     reach(call.shape.sharedB ? Linear::constant(1) : batch,
                           call.shape.sharedB ? 1 : inner, Linear::constant(call.shape.k),
                           call.shape.n, b)
                         .plus(bOffset));
}

static Status checkDense(const CallCheck &check, const MatmulCall &call) {
  Linear batch = check.positive(call.batch), rows = check.positive(call.rows);
  Linear matrix = check.product({call.shape.k, call.shape.n});
  QRT_RETURN_IF_ERROR(
      check.reads(call.a.operand, call.a.type.type, batch.times(rows).times(call.shape.k)));
  Linear matrices = call.shape.sharedB ? matrix : batch.times(matrix);
  QRT_RETURN_IF_ERROR(check.reads(call.b.operand, call.b.type.type, matrices));
  // Packed at load, where no batch is known yet.
  if (!call.shape.sharedB && call.b.operand.space == Operand::Space::Constant &&
      !lessEqual(check.elementsOf(call.b.operand), matrices))
    return invalidArgument("a constant of more matrices than the product has");
  return {};
}

Status check(const CallCheck &check, const MatmulCall &call) {
  QRT_RETURN_IF_ERROR(check.dimensions({call.shape.k, call.shape.n}, 1));
  QRT_RETURN_IF_ERROR(check.factors(call.a, call.b));
  const auto &strides = call.shape.strides;
  QRT_RETURN_IF_ERROR(strides ? checkStrided(check, call, *strides) : checkDense(check, call));
  EpilogueSpace space{sumType(call.a.type.type), check.positive(call.batch),
                      check.positive(call.rows), call.shape.n};
  space.innerSamples = strides ? strides->inner : 1;
  space.takesAuxiliary = true;
  return check.epilogue(call.epilogue, space);
}

bool isPerSample(const SampleParts &parts, const MatmulCall &call) {
  const MatmulShape &shape = call.shape;
  const bool rowsGrow = call.batch.isStatic();
  if (rowsGrow && !shape.strides && call.batch.offset != 1)
    return false; // the rows of the next matrix begin elsewhere at each batch
  const auto &[inner, a, b, aOffset, bOffset] = stridesOf(shape, call.rows.at(1));
  int64_t lastA = aOffset + (inner - 1) * a[1] + shape.k - 1;
  lastA += rowsGrow ? (call.batch.offset - 1) * a[0] : (call.rows.offset - 1) * a[2];
  const int64_t lastB = bOffset + (inner - 1) * b[1] + (shape.k - 1) * b[2] + (shape.n - 1) * b[3];
  const TouchedElements touchedA{rowsGrow ? call.rows : call.batch, a[rowsGrow ? 2 : 0], aOffset,
                                 lastA};
  return parts.hasFixedZero(call.a) && parts.hasFixedZero(call.b) &&
         parts.splits(call.a.operand, touchedA) &&
         (shape.sharedB || rowsGrow
              ? parts.isFixed(call.b.operand)
              : parts.splits(call.b.operand, {call.batch, b[0], bOffset, lastB})) &&
         parts.splits(call.epilogue, {call.batch, call.rows, shape.n, inner});
}

std::string packingKey(const Execution &execution, const MatmulCall &call) {
  const MatmulShape &shape = call.shape;
  std::string key = keyOf(keyOf(call.family, execution, call.a, call.b), shape.k, shape.n,
                          shape.transposedB, shape.sharedB);
  if (!shape.sharedB) // of a matrix each
    key = keyOf(key, call.batch.scale, call.batch.offset, call.batch.multiple);
  if (const auto &strides = shape.strides)
    key = keyOf(key, strides->inner, strides->b[0], strides->b[1], strides->b[2], strides->b[3],
                strides->bOffset);
  return key;
}

Prepared prepare(const HostLoad &load, const MatmulCall &call) {
  const auto &strides = call.shape.strides;
  bool grows = strides && !call.shape.sharedB && !call.batch.isStatic();
  if (call.b.operand.space != Operand::Space::Constant || call.b.zeroPoint || grows)
    return nullptr; // packed at each run
  auto pack = [&](const Tensor &b) {
    int64_t matrices = call.shape.sharedB ? 1
                       : strides          ? call.batch.offset * strides->inner
                                          : b.size() / (call.shape.k * call.shape.n);
    return packMatmul(load.execution, call.shape, call.a.type, matrices, call.b.type, b.data(),
                      PackedFor::Program);
  };
  return load.pack(call.b.operand, packingKey(load.execution, call), pack);
}

void run(const HostRun &run, const MatmulCall &call) {
  int64_t inner = call.shape.strides ? call.shape.strides->inner : 1;
  int64_t samples = run.at(call.batch) * inner;
  auto b = std::static_pointer_cast<const PackedWeights>(run.prepared);
  if (!b)
    b = packMatmul(run.execution, call.shape, call.a.type, call.shape.sharedB ? 1 : samples,
                   run.typeOf(call.b), run.data(call.b.operand));
  matmul(run.execution, call.shape, samples, run.at(call.rows), run.typeOf(call.a),
         run.data(call.a.operand), *b, BoundEpilogue(run, call.epilogue, inner));
}

} // namespace qrt
