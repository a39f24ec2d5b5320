// The function's interface: which values are inputs and outputs, their types,
// and the batch symbol.
#include "importers/onnx/graph/graph_importer.h"
#include "importers/onnx/file/tensor_data.h"

#include "ir/weights.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt::onnx {

// The symbol is written as a bare word in #nn.dims<…>.
static std::string symbolName(StringRef param) {
  bool isWord = !param.empty() && (llvm::isAlpha(param[0]) || param[0] == '_') &&
                llvm::all_of(param, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isWord ? param.str() : "N";
}

const proto::ValueInfoProto *GraphImporter::findInfo(StringRef name) const {
  for (const auto *list : {&graph.input(), &graph.value_info(), &graph.output()})
    for (const proto::ValueInfoProto &info : *list)
      if (info.name() == name)
        return &info;
  return nullptr;
}

// A dimension of an input: a number, or the batch. −1 is some exporters' "unknown".
FailureOr<nn::Dim> GraphImporter::inputDim(const proto::ValueInfoProto &info, int index) {
  const auto &dim = info.type().tensor_type().shape().dim(index);
  bool known = dim.has_dim_value() && dim.dim_value() != -1;
  std::string where = "dimension " + std::to_string(index) + " of input '" + info.name() + "'";
  if (known && dim.dim_value() < 0)
    return bad(where + " is " + std::to_string(dim.dim_value()));
  if (known)
    return nn::staticDim(dim.dim_value());
  if (index != 0) {
    unsupported.add("a dynamic dimension " + std::to_string(index) +
                        " (only dimension 0, the batch, may be; export the model with "
                        "a fixed size there)",
                    info.name());
    return failure();
  }
  if (!symbol) {
    symbolSource = dim.dim_param();
    symbol = StringAttr::get(context, symbolName(symbolSource));
  } else if (dim.has_dim_param() && !symbolSource.empty() && dim.dim_param() != symbolSource) {
    unsupported.add("a second dynamic size, '" + dim.dim_param() + "' beside '" + symbolSource +
                        "' (one batch serves all inputs)",
                    info.name());
    return failure();
  }
  return nn::Dim{1, 0};
}

// Failure: a bad file (diagnosed), or something not supported (listed).
FailureOr<RankedTensorType> GraphImporter::inputType(const proto::ValueInfoProto &info) {
  if (!info.type().has_tensor_type() || !info.type().tensor_type().has_shape()) {
    unsupported.add("an input that is no tensor of known rank", info.name());
    return failure();
  }
  const auto &tensor = info.type().tensor_type();
  std::optional<qrt::ElementType> element = elementTypeOf(tensor.elem_type());
  bool exact = tensor.elem_type() != proto::TensorProto::FLOAT16 &&
               tensor.elem_type() != proto::TensorProto::BFLOAT16;
  if (!element || !exact || *element == qrt::ElementType::F64 ||
      *element == qrt::ElementType::Bool) {
    unsupported.add("an input of " + dataTypeName(tensor.elem_type()), info.name());
    return failure();
  }
  SmallVector<nn::Dim> shape;
  for (int i = 0; i < tensor.shape().dim_size(); ++i) {
    FailureOr<nn::Dim> dim = inputDim(info, i);
    if (failed(dim))
      return failure();
    shape.push_back(*dim);
  }
  if (qrt::Status status = GraphBuilder::checkShape(shape); !status.ok()) {
    unsupported.add("an input with " + status.message(), info.name());
    return failure();
  }
  return nn::tensorType(shape, nn::plainElementType(context, *element), symbol);
}

LogicalResult GraphImporter::addInput(const proto::ValueInfoProto &info) {
  FailureOr<RankedTensorType> type = inputType(info);
  if (succeeded(type)) {
    inputs.push_back({info.name(), *type});
    return success();
  }
  if (isBad)
    return failure();
  auto poisoned = std::make_shared<Imported>();
  poisoned->poisoned = true;
  return define(info.name(), poisoned);
}

LogicalResult GraphImporter::chooseInputs() {
  if (options.inputs.empty()) {
    for (const proto::ValueInfoProto &info : graph.input())
      // Up to IR version 3, initialisers were inputs too.
      if (!values.contains(info.name()) && failed(addInput(info)))
        return failure();
    return success();
  }
  for (const std::string &name : options.inputs) {
    const proto::ValueInfoProto *info = findInfo(name);
    if (!info)
      return bad("has no shape for the value '" + name +
                 "': it cannot become an input (run ONNX's shape inference first)");
    values.erase(name);
    if (failed(addInput(*info)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::chooseInterface() {
  outputs = options.outputs;
  if (outputs.empty())
    for (const proto::ValueInfoProto &info : graph.output())
      outputs.push_back(info.name());
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

} // namespace qopt::onnx
