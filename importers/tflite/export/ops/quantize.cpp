// QUANTIZE, DEQUANTIZE and CAST change the type of elements.
#include "importers/tflite/export/graph/op_table.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

template <schema::BuiltinOperator code> static void convert(Layer &b) {
  const FileOrder order = b.commonOrder();
  const TensorIndex x = b.in(b.op->getOperand(0), order);
  b.write(code, {x}, order);
}

static void castTo(Layer &b, nn::CastOp op) {
  const FileOrder order = b.commonOrder();
  schema::CastOptionsT said;
  std::optional<qrt::ElementType> from = nn::declaredType(op.getInput().getType()),
                                  to = nn::declaredType(op.getResult().getType());
  std::optional<schema::TensorType> in = from ? tensorTypeOf(*from) : std::nullopt,
                                    out = to ? tensorTypeOf(*to) : std::nullopt;
  if (!in || !out)
    return b.refuse("between such elements");
  said.in_data_type = *in;
  said.out_data_type = *out;
  const TensorIndex x = b.in(op.getInput(), order);
  b.write(CAST, {x}, order, optionsOf(said));
}

ArrayRef<ExportEntry> quantizeExports() {
  static constexpr ExportEntry table[] = {
      plain<nn::QuantizeOp, convert<QUANTIZE>>(), plain<nn::RequantizeOp, convert<QUANTIZE>>(),
      plain<nn::DequantizeOp, convert<DEQUANTIZE>>(), row<nn::CastOp, castTo>()};
  return table;
}

} // namespace qopt::tflite
