// Comparisons, truth values, choices.
#include "importers/tflite/export/graph/op_table.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

template <schema::BuiltinOperator code> static void all(Layer &b) {
  const FileOrder order = b.commonOrder();
  SmallVector<TensorIndex> inputs;
  for (Value operand : b.op->getOperands())
    inputs.push_back(b.broadcastIn(operand, order));
  if (b.ok())
    b.write(code, inputs, order);
}

// Of truth values alone; bits of integers have other operators.
template <schema::BuiltinOperator code> static void ofTruth(Layer &b) {
  if (!elementOf(b.op->getResult(0)).isInteger(1))
    return b.refuse("of integers, bit by bit");
  all<code>(b);
}

ArrayRef<ExportEntry> logicExports() {
  static constexpr ExportEntry table[] = {
      plain<nn::EqualOp, all<EQUAL>>(),          plain<nn::LessOp, all<LESS>>(),
      plain<nn::LessEqualOp, all<LESS_EQUAL>>(), plain<nn::AndOp, ofTruth<LOGICAL_AND>>(),
      plain<nn::OrOp, ofTruth<LOGICAL_OR>>(),    plain<nn::NotOp, ofTruth<LOGICAL_NOT>>(),
      plain<nn::XorOp, all<BITWISE_XOR>>(),      plain<nn::WhereOp, all<SELECT_V2>>()};
  return table;
}

} // namespace qopt::tflite
