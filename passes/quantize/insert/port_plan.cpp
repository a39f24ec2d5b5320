#include "passes/quantize/insert/port_plan.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/report.h"
#include "passes/tensor_types.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

LogicalResult PortPlan::build(func::FuncOp function, const QuantPlan &plan) {
  auto add = [&](Value value, SmallVectorImpl<std::optional<QuantParams>> &ports) {
    const bool isReal = isF32(value.getType());
    ports.push_back(isReal ? plan.values.at(value).params : std::nullopt);
    return isReal && !ports.back() ? diagnoseMissing(value, plan) : success();
  };
  for (BlockArgument argument : function.getArguments())
    if (failed(add(argument, arguments)))
      return failure();
  for (Value result : function.front().getTerminator()->getOperands())
    if (failed(add(result, results)))
      return failure();
  return success();
}

void PortPlan::apply(func::FuncOp function) const {
  MLIRContext *context = function.getContext();
  NameTable names(function);
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  for (auto [argument, params] : llvm::zip_equal(function.getArguments(), arguments)) {
    if (!params)
      continue;
    Type real = argument.getType();
    argument.setType(asSteps(real, *params));
    auto back = DequantizeOp::create(builder, argument.getLoc(), real, argument);
    setName(back, names.unique(keyOf(argument) + "_dequantize"));
    argument.replaceAllUsesExcept(back, back);
  }
  Operation *terminator = function.front().getTerminator();
  builder.setInsertionPoint(terminator);
  for (auto [operand, params] : llvm::zip_equal(terminator->getOpOperands(), results)) {
    if (!params)
      continue;
    Value value = operand.get();
    auto quantize =
        QuantizeOp::create(builder, value.getLoc(), asSteps(value.getType(), *params), value);
    setName(quantize, names.unique(keyOf(value) + "_quantize"));
    operand.set(quantize);
  }
  function.setType(FunctionType::get(context, function.front().getArgumentTypes(),
                                     terminator->getOperandTypes()));
}

} // namespace qopt
