#include "test/importers/onnx/backend/scope.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace qopt::onnx::backend {

static std::string reasonFor(const proto::NodeProto &node) {
  llvm::StringRef op = node.op_type(), domain = node.domain();
  if (domain == "ai.onnx.ml")
    return "the ML domain";
  if (domain.contains("training"))
    return "training";
  bool trains = llvm::any_of(node.attribute(), [](const proto::AttributeProto &attribute) {
    return attribute.name() == "training_mode" && attribute.i() == 1;
  });
  if (trains)
    return "training";
  if (op.contains("Sequence") && op != "ReverseSequence")
    return "sequences";
  if (op.starts_with("Optional"))
    return "optionals";
  return llvm::StringSwitch<std::string>(op)
      .Cases({"If", "Loop", "Scan"}, "control flow")
      .Cases({"Bernoulli", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike",
              "Multinomial"},
             "random generators")
      .Cases({"StringConcat", "StringNormalizer", "StringSplit", "RegexFullMatch"}, "strings")
      .Default("");
}

// Field numbers of TypeProto: 1 tensor, 4 sequence, 5 map, 8 sparse tensor, 9 optional.
static std::string reasonFor(const proto::ValueInfoProto &info) {
  if (!info.type().has_tensor_type())
    return "sequences and optionals";
  if (info.type().tensor_type().elem_type() == proto::TensorProto::STRING)
    return "strings";
  return "";
}

static std::string reasonFor(const proto::GraphProto &graph) {
  std::string reason;
  auto take = [&](const auto &list) {
    for (const auto &entry : list)
      if (reason.empty())
        reason = reasonFor(entry);
  };
  take(graph.node());
  take(graph.input());
  take(graph.output());
  for (const proto::NodeProto &node : graph.node())
    for (const proto::AttributeProto &attribute : node.attribute())
      if (reason.empty() && attribute.t().data_type() == proto::TensorProto::STRING)
        reason = "strings";
  return reason;
}

std::string outOfScope(const proto::ModelProto &model) { return reasonFor(model.graph()); }

} // namespace qopt::onnx::backend
