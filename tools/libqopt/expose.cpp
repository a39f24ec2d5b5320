#include "tools/libqopt/qopt_mlir.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/diagnostics.h"

using namespace mlir;

namespace qopt {

qrt::Status exposeAllValues(ModuleOp module) {
  ErrorCollector errors(module->getContext());
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return errors.status(qrt::StatusCode::InvalidArgument, "the module has no entry");
  Operation *terminator = entry.front().getTerminator();
  llvm::SmallVector<Value> values(terminator->getOperands());
  llvm::SmallPtrSet<Value, 16> returned(values.begin(), values.end());
  for (Operation &op : entry.front())
    for (Value result : op.getResults())
      if (!isa<nn::ConstantOp>(op) && !nn::keyOf(result).empty() && returned.insert(result).second)
        values.push_back(result);
  terminator->setOperands(values);
  entry.setType(FunctionType::get(module->getContext(), entry.getArgumentTypes(),
                                  terminator->getOperandTypes()));
  // Attributes of results belong to positions, and those only grew at the end.
  if (auto attributes = entry.getAllResultAttrs()) {
    llvm::SmallVector<Attribute> padded(attributes.begin(), attributes.end());
    padded.resize(values.size(), DictionaryAttr::get(module->getContext()));
    entry.setAllResultAttrs(padded);
  }
  return {};
}

} // namespace qopt
