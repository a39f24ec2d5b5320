// This file chooses the branch of an If or StatelessIf whose condition is known.
#include "importers/common/graph/graph_importer.h"
#include "importers/graphdef/graph/op_table.h"

namespace qopt::graphdef {

bool isBranch(const Node &node) { return node.op == "If" || node.op == "StatelessIf"; }

qrt::Expected<std::string> chosenBranch(GraphImporter &importer, const Node &node) {
  auto thenBranch = node.def->attr().find("then_branch");
  auto elseBranch = node.def->attr().find("else_branch");
  if (node.inputs.empty() || thenBranch == node.def->attr().end() ||
      elseBranch == node.def->attr().end())
    return qrt::invalidArgument("needs a condition, a then_branch and an else_branch");
  ImportedPtr condition = importer.lookup(node.inputs[0]);
  auto known = constantOf(*condition);
  if (!known)
    return known.status();
  if (!*known)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "its condition '" + node.inputs[0] +
                           "' is computed from data; --bind of what it depends on may decide it");
  const qrt::Tensor &value = **known;
  if (value.size() != 1 || value.type() != qrt::ElementType::Bool)
    return qrt::invalidArgument("its condition is no single DT_BOOL");
  return value.values<bool>()[0] ? thenBranch->second.func().name()
                                 : elseBranch->second.func().name();
}

} // namespace qopt::graphdef
