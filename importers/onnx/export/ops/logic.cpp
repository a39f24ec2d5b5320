// Comparisons, truth values and bits.
#include "importers/onnx/export/op_table.h"

using namespace mlir;

namespace qopt::onnx {

// Truth values and integers have operators of their own: "And" and "BitwiseAnd".
static void bits(Layer &b) {
  bool isTruth = elementOf(b.op->getOperand(0)) == qrt::ElementType::Bool;
  b.result(isTruth ? b.entry.type.str() : "Bitwise" + b.entry.type.str(), b.inputs());
}
template <typename Op> static constexpr ExportEntry bitsRow(llvm::StringLiteral type) {
  return {Op::getOperationName(), type, bits};
}

static void shift(Layer &b, nn::ShiftOp op) {
  b.result("BitShift", b.inputs()).set("direction", op.getRight() ? "RIGHT" : "LEFT");
}

static void isInf(Layer &b, nn::IsInfOp op) {
  b.result("IsInf", b.inputs())
      .set("detect_positive", int64_t(op.getPositive()))
      .set("detect_negative", int64_t(op.getNegative()));
}

static void where(Layer &b, nn::WhereOp op) { b.result("Where", b.inputs(), op.getLhs()); }

ArrayRef<ExportEntry> logicExports() {
  static constexpr ExportEntry table[] = {
      plain<nn::EqualOp>("Equal"), plain<nn::LessOp>("Less"), plain<nn::LessEqualOp>("LessOrEqual"),
      bitsRow<nn::AndOp>("And"),   bitsRow<nn::OrOp>("Or"),   bitsRow<nn::XorOp>("Xor"),
      bitsRow<nn::NotOp>("Not"),   row<nn::ShiftOp, shift>(), plain<nn::IsNanOp>("IsNaN"),
      row<nn::IsInfOp, isInf>(),   row<nn::WhereOp, where>(),
  };
  return table;
}

} // namespace qopt::onnx
