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

// The operator takes truth values alone; bits of integers have other operators.
template <schema::BuiltinOperator code> static void ofTruth(Layer &b) {
  if (!elementOf(b.op->getResult(0)).isInteger(1))
    return b.refuse("of integers, bit by bit");
  all<code>(b);
}

// BITWISE_XOR takes no truth values: they differ where one of them is true.
static void exclusive(Layer &b) {
  if (elementOf(b.op->getResult(0)).isInteger(1))
    return all<NOT_EQUAL>(b);
  all<BITWISE_XOR>(b);
}

// The kernel copies steps, whatever they mean.
static void choose(Layer &b) {
  for (Value operand : b.op->getOperands().drop_front())
    if (elementOf(operand) != elementOf(b.op->getResult(0)))
      return b.refuse("between values of several scales");
  all<SELECT_V2>(b);
}

ArrayRef<ExportEntry> logicExports() {
  static constexpr ExportEntry table[] = {plain<nn::EqualOp, all<EQUAL>>(),
                                          plain<nn::LessOp, all<LESS>>(),
                                          plain<nn::LessEqualOp, all<LESS_EQUAL>>(),
                                          plain<nn::AndOp, ofTruth<LOGICAL_AND>>(),
                                          plain<nn::OrOp, ofTruth<LOGICAL_OR>>(),
                                          plain<nn::NotOp, ofTruth<LOGICAL_NOT>>(),
                                          plain<nn::XorOp, exclusive>(),
                                          plain<nn::WhereOp, choose>()};
  return table;
}

} // namespace qopt::tflite
