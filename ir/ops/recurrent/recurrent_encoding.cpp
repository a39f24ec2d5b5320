// nn.lstm's attributes in bytecode. MLIR's own encoding knows them by their place, in the order of
// their names: with one more, each behind it of an older file would be taken for another.
#include "ir/bytecode_version.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::nn {

static constexpr uint64_t roundsStateSince = 2;

LogicalResult LstmOp::readProperties(DialectBytecodeReader &reader, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  if (failed(reader.readAttribute(properties.activations)) ||
      failed(reader.readOptionalAttribute(properties.alphas)) ||
      failed(reader.readOptionalAttribute(properties.betas)) ||
      failed(reader.readOptionalAttribute(properties.clip)) ||
      failed(reader.readOptionalAttribute(properties.direction)) ||
      failed(reader.readOptionalAttribute(properties.input_forget)))
    return failure();
  if (versionOf(reader) >= roundsStateSince &&
      failed(reader.readOptionalAttribute(properties.rounds_state)))
    return failure();
  return reader.readSparseArray(MutableArrayRef(properties.operandSegmentSizes));
}

void LstmOp::writeProperties(DialectBytecodeWriter &writer) {
  Properties &properties = getProperties();
  writer.writeAttribute(properties.activations);
  writer.writeOptionalAttribute(properties.alphas);
  writer.writeOptionalAttribute(properties.betas);
  writer.writeOptionalAttribute(properties.clip);
  writer.writeOptionalAttribute(properties.direction);
  writer.writeOptionalAttribute(properties.input_forget);
  if (versionOf(writer) >= roundsStateSince)
    writer.writeOptionalAttribute(properties.rounds_state);
  writer.writeSparseArray(ArrayRef(properties.operandSegmentSizes));
}

} // namespace qopt::nn
