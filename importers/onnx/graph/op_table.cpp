#include "importers/onnx/graph/op_table.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace qopt::onnx {

static bool isDefaultDomain(llvm::StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

std::string operatorName(llvm::StringRef domain, llvm::StringRef name) {
  return isDefaultDomain(domain) ? name.str() : (domain + "." + name).str();
}

static const llvm::StringMap<const OpEntry *> &converters() {
  static const llvm::StringMap<const OpEntry *> table = [] {
    llvm::StringMap<const OpEntry *> all;
    for (auto list :
         {convOps(),           matmulOps(),     matMulNBitsOps(),  poolOps(),
          elementwiseOps(),    logicOps(),      reductionOps(),    normOps(),
          microsoftOps(),      einsumOps(),     attentionOps(),    microsoftAttentionOps(),
          rotaryOps(),         lossOps(),       shapeOps(),        boxOps(),
          shapeComputeOps(),   quantizeOps(),   fakeQuantizeOps(), qlinearOps(),
          qlinearProductOps(), causalConvOps(), padOps(),          moveOps(),
          generateOps(),       scatterOps(),    patchOps(),        resizeOps(),
          sampleOps(),         signalOps(),     spectrumOps(),     unpoolOps(),
          recurrentOps(),      selectOps()})
      for (const OpEntry &entry : list)
        all[operatorName(entry.domain, entry.name)] = &entry;
    return all;
  }();
  return table;
}

std::string operatorName(const proto::NodeProto &node) {
  return operatorName(node.domain(),
                      node.op_type().empty() ? "a layer without op_type" : node.op_type());
}

bool readsRows(const proto::NodeProto &node) {
  static const llvm::StringSet<> names = {
      "Identity", "Cast",   "Transpose", "Slice", "Squeeze", "Unsqueeze",   "Reshape",
      "Gather",   "Concat", "GatherND",  "Where", "Add",     "Sub",         "Mul",
      "Div",      "Mod",    "Pow",       "Min",   "Max",     "And",         "Or",
      "Xor",      "Not",    "Equal",     "Less",  "Greater", "LessOrEqual", "GreaterOrEqual",
      "Neg",      "Abs",    "Sign",      "Sqrt",  "Exp",     "Log",         "Floor",
      "Ceil",     "Round",  "Clip",      "Relu",  "Sigmoid", "Tanh",        "Reciprocal"};
  auto isAxes = [](const proto::AttributeProto &one) { return one.name() == "axes"; };
  // If Squeeze has no axes, sizes decide which dimensions go.
  bool hasAxes =
      (node.input_size() > 1 && !node.input(1).empty()) || llvm::any_of(node.attribute(), isAxes);
  bool isOpen = node.op_type() == "Squeeze" && !hasAxes;
  return isDefaultDomain(node.domain()) && names.contains(node.op_type()) && !isOpen;
}

Converter *findConverter(const proto::NodeProto &node, int64_t opset) {
  const OpEntry *entry = converters().lookup(operatorName(node.domain(), node.op_type()));
  return entry && opset >= entry->since ? entry->convert : nullptr;
}

} // namespace qopt::onnx
