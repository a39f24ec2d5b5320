#include "tools/libqopt/qopt_mlir.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "tools/libqopt/diagnostics.h"

using namespace mlir;

namespace qopt {

qrt::Status exposeAllValues(ModuleOp module) {
  ErrorCollector errors(module->getContext());
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return errors.status(qrt::StatusCode::InvalidArgument, "the module has no entry");
  auto returned = entry.front().getTerminator()->getOperands();
  llvm::SmallPtrSet<Value, 16> seen(returned.begin(), returned.end());
  llvm::SmallVector<Value> values;
  for (Operation &op : entry.front())
    for (Value result : op.getResults())
      if (!isa<nn::ConstantOp>(op) && !nn::keyOf(result).empty() && seen.insert(result).second)
        values.push_back(result);
  nn::appendResults(entry, values);
  return {};
}

} // namespace qopt
