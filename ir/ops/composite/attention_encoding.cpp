// nn.attention's attributes in bytecode, by its version, as nn.lstm's.
#include "ir/bytecode_version.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::nn {

static constexpr uint64_t fillSince = 3; // and nan_as_zero

LogicalResult AttentionOp::readProperties(DialectBytecodeReader &reader, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  const bool isNew = versionOf(reader) >= fillSince;
  if (isNew && (failed(reader.readOptionalAttribute(properties.fill)) ||
                failed(reader.readOptionalAttribute(properties.nan_as_zero))))
    return failure();
  if (failed(reader.readAttribute(properties.scale)))
    return failure();
  return reader.readAttribute(properties.softcap);
}

void AttentionOp::writeProperties(DialectBytecodeWriter &writer) {
  Properties &properties = getProperties();
  if (versionOf(writer) >= fillSince) {
    writer.writeOptionalAttribute(properties.fill);
    writer.writeOptionalAttribute(properties.nan_as_zero);
  }
  writer.writeAttribute(properties.scale);
  writer.writeAttribute(properties.softcap);
}

} // namespace qopt::nn
