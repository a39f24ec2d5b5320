#include "ir/values/results.h"

#include "ir/values/keys.h"

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

void setResultAttributes(func::FuncOp function, StringRef attribute, ArrayRef<Attribute> values) {
  SmallVector<Attribute> all;
  for (auto [i, value] : llvm::enumerate(values)) {
    NamedAttrList attributes(function.getResultAttrs(unsigned(i)));
    if (value)
      attributes.set(attribute, value);
    all.push_back(attributes.getDictionary(function.getContext()));
  }
  function.setAllResultAttrs(all);
}

void setOutputNames(func::FuncOp function, ArrayRef<std::string> names) {
  setResultAttributes(function, nameAttr,
                      llvm::map_to_vector(names, [&](const std::string &name) -> Attribute {
                        return StringAttr::get(function.getContext(), name);
                      }));
}

} // namespace qopt::nn
