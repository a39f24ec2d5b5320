// The function's interface: which values are inputs and outputs, their types,
// and the batch symbol.
#include "importers/common/graph/graph_importer.h"

#include "ir/values/weights.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt {

// The symbol is written as a bare word in #nn.dims<…>.
static std::string symbolName(StringRef param) {
  bool isWord = !param.empty() && (llvm::isAlpha(param[0]) || param[0] == '_') &&
                llvm::all_of(param, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isWord ? param.str() : "N";
}

// A dimension of an input: a number, or the batch.
FailureOr<nn::Dim> GraphImporter::inputDim(StringRef name, int64_t index, const SourceDim &dim) {
  if (dim.size && *dim.size < 0)
    return bad("dimension " + std::to_string(index) + " of input '" + name.str() + "' is " +
               std::to_string(*dim.size));
  if (dim.size)
    return nn::staticDim(*dim.size);
  if (index != 0) {
    unsupported.add("a dynamic dimension " + std::to_string(index) +
                        " (only dimension 0, the batch, may be; export the model with "
                        "a fixed size there)",
                    name);
    return failure();
  }
  if (!symbol) {
    symbolSource = dim.symbol;
    symbol = StringAttr::get(context, symbolName(symbolSource));
  } else if (!dim.symbol.empty() && !symbolSource.empty() && dim.symbol != symbolSource) {
    unsupported.add("a second dynamic size, '" + dim.symbol + "' beside '" + symbolSource +
                        "' (one batch serves all inputs)",
                    name);
    return failure();
  }
  return nn::Dim{1, 0};
}

// Failure: a bad file (diagnosed), or something not supported (listed).
FailureOr<RankedTensorType> GraphImporter::inputType(StringRef name, const SourceType &type) {
  if (!type.shape) {
    unsupported.add("an input that is no tensor of known rank", name);
    return failure();
  }
  bool isRead = type.element && qrt::loadedType(*type.element) &&
                qrt::typeClass(*type.element) != qrt::TypeClass::Boolean;
  if (!isRead) {
    unsupported.add("an input of " + type.elementName, name);
    return failure();
  }
  SmallVector<nn::Dim> shape;
  for (auto [i, size] : llvm::enumerate(*type.shape)) {
    FailureOr<nn::Dim> dim = inputDim(name, int64_t(i), size);
    if (failed(dim))
      return failure();
    shape.push_back(*dim);
  }
  if (qrt::Status status = EntryBuilder::checkShape(shape); !status.ok()) {
    unsupported.add("an input with " + status.message(), name);
    return failure();
  }
  return nn::tensorType(shape, nn::plainElementType(context, *type.element), symbol);
}

LogicalResult GraphImporter::addInput(StringRef name, const SourceType &source) {
  FailureOr<RankedTensorType> type = inputType(name, source);
  if (succeeded(type)) {
    inputs.push_back({name.str(), *type});
    return success();
  }
  if (isBad)
    return failure();
  auto poisoned = std::make_shared<Imported>();
  poisoned->poisoned = true;
  return define(name, poisoned);
}

LogicalResult GraphImporter::chooseInputs() {
  bool cut = !options.inputs.empty();
  for (const std::string &name : cut ? options.inputs : source.inputs) {
    if (!cut && values.contains(name))
      continue;
    std::optional<SourceType> type = source.typeOf(name);
    if (!type)
      return bad("has no shape for the value '" + name + "': it cannot become an input (" +
                 source.typeRemedy().str() + ")");
    if (cut)
      values.erase(name);
    if (failed(addInput(name, *type)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::chooseInterface() {
  outputs = options.outputs.empty() ? source.outputs : options.outputs;
  if (outputs.empty())
    return bad("names no outputs");
  if (failed(chooseInputs()))
    return failure();
  llvm::StringSet<> seen;
  for (const GraphInput &input : inputs)
    if (input.name.empty() || !seen.insert(input.name).second)
      return bad(input.name.empty() ? "has an input without a name"
                                    : "names the input '" + input.name + "' twice");
  return success();
}

} // namespace qopt
