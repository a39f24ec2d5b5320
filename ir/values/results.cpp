#include "ir/values/results.h"

using namespace mlir;

namespace qopt::nn {

void appendResults(func::FuncOp function, ValueRange values) {
  Operation *terminator = function.front().getTerminator();
  SmallVector<Value> all(terminator->getOperands());
  llvm::append_range(all, values);
  terminator->setOperands(all);
  function.setType(FunctionType::get(function.getContext(), function.getArgumentTypes(),
                                     terminator->getOperandTypes()));
  // Attributes of results belong to positions, and those only grew at the end.
  if (auto attributes = function.getAllResultAttrs()) {
    SmallVector<Attribute> padded(attributes.begin(), attributes.end());
    padded.resize(all.size(), DictionaryAttr::get(function.getContext()));
    function.setAllResultAttrs(padded);
  }
}

} // namespace qopt::nn
