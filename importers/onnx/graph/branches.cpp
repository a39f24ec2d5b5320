// If: one of its branches stands in its place, where its condition is known.
#include "importers/common/graph/graph_importer.h"
#include "importers/onnx/graph/graph.h"

namespace qopt::onnx {

static const proto::GraphProto *branchOf(const proto::NodeProto &node, llvm::StringRef name) {
  auto found = llvm::find_if(node.attribute(), [&](const auto &one) { return one.name() == name; });
  return found != node.attribute().end() && found->has_g() ? &found->g() : nullptr;
}

qrt::Status Graph::undecided(const GraphNode &node) const {
  std::string missing = functions.missingInside(node);
  return {qrt::StatusCode::Unsupported,
          "its condition '" + node.proto->input(0) +
              "' is computed from data; --bind or --shape of what it depends on may decide it" +
              (missing.empty() ? "" : "; not supported inside it either: " + missing)};
}

std::optional<qrt::Status> Graph::expand(GraphImporter &importer, size_t layer) {
  const GraphNode node = nodes[layer];
  if (!node.status.ok() || !isBranching(*node.proto))
    return std::nullopt;
  const proto::GraphProto *branches[] = {branchOf(*node.proto, "else_branch"),
                                         branchOf(*node.proto, "then_branch")};
  ImportedPtr condition =
      node.proto->input_size() == 1 ? importer.lookup(node.proto->input(0)) : nullptr;
  if (!condition || !branches[0] || !branches[1])
    return qrt::invalidArgument("needs a condition, a then_branch and an else_branch");
  auto known = constantOf(*condition);
  if (!known)
    return known.status();
  if (!*known)
    return undecided(node);
  const qrt::Tensor &value = **known;
  if (value.type() != qrt::ElementType::Bool || value.size() != 1)
    return qrt::invalidArgument("its condition is no single BOOL");
  Functions::Constants own;
  qrt::Status status = functions.appendBranch(node, *branches[value.values<bool>()[0]], nodes, own);
  for (auto &[name, tensor] : own)
    constants.emplace_back(name, reader(*tensor));
  addLayers();
  return status;
}

} // namespace qopt::onnx
