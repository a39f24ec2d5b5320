#include "importers/graphdef/variables.h"

#include "importers/graphdef/file/checkpoint.h"
#include "importers/graphdef/import.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace qopt::graphdef {

static std::string besideOf(const std::string &path) {
  llvm::SmallString<128> beside(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(beside, "variables", "variables");
  return std::string(beside);
}

std::string checkpointOf(const std::string &path, const GraphFile &file,
                         const ImportOptions &options) {
  if (!options.weights.empty()) {
    llvm::StringRef name = options.weights;
    name.consume_back(".index");
    return name.str();
  }
  const std::string beside = besideOf(path);
  return file.isSavedModel && llvm::sys::fs::exists(beside + ".index") ? beside : "";
}

std::vector<std::string> variableFiles(const std::string &path) {
  if (llvm::sys::path::filename(path) != "saved_model.pb")
    return {};
  return {besideOf(path) + ".index", besideOf(path) + ".data-00000-of-00001"};
}

namespace {
/// Tells which tensor of a checkpoint a saver assigns to which variable.
class Saver {
public:
  explicit Saver(const std::vector<Node> &nodes) {
    for (const Node &node : nodes)
      byName[node.name] = &node;
    for (const Node &node : nodes)
      if ((node.op == "AssignVariableOp" || node.op == "Assign") && node.inputs.size() == 2)
        if (std::string name = restoredName(node.inputs[1]); !name.empty())
          names[source(node.inputs[0]).str()] = name;
  }
  std::map<std::string, std::string> names;

private:
  // Follows nodes that hand a value on, back to the value itself.
  llvm::StringRef source(llvm::StringRef value) const {
    for (unsigned steps = 0; steps < 64; ++steps) {
      auto [name, index] = nodeOf(value);
      const Node *node = byName.lookup(name);
      const bool handsOn = node && (node->op == "Identity" || node->op == "IdentityN") &&
                           index < node->inputs.size();
      if (!handsOn)
        break;
      value = node->inputs[index];
    }
    return value;
  }
  std::string restoredName(llvm::StringRef value) const {
    auto [name, index] = nodeOf(source(value));
    const Node *restore = byName.lookup(name);
    if (!restore || restore->op != "RestoreV2" || restore->inputs.size() < 2)
      return "";
    const Node *list = byName.lookup(source(restore->inputs[1]));
    if (!list || !list->def->attr().contains("value"))
      return "";
    const proto::TensorProto &tensor = list->def->attr().at("value").tensor();
    return index < unsigned(tensor.string_val_size()) ? tensor.string_val(int(index)) : "";
  }

  llvm::StringMap<const Node *> byName;
};
} // namespace

static std::string ownName(const Node &node) {
  auto shared = node.def->attr().find("shared_name");
  const bool isShared = shared != node.def->attr().end() && !shared->second.s().empty();
  return isShared ? shared->second.s() : node.name;
}

qrt::Expected<Variables> readVariables(const GraphFile &file, const std::string &checkpoint,
                                       SourceHash &hash) {
  Variables variables;
  if (checkpoint.empty())
    return variables;
  auto read = Checkpoint::read(checkpoint, hash);
  if (!read)
    return read.status();
  auto nodes = flatten(*file.graph);
  if (!nodes)
    return nodes.status();
  const Saver saver(*nodes);
  for (const Node &node : *nodes) {
    if (node.op != "VarHandleOp" && node.op != "VariableV2" && node.op != "Variable")
      continue;
    auto saved = saver.names.find(node.name);
    ConstantReader reader = read->find(saved != saver.names.end() ? saved->second : ownName(node));
    if (reader)
      variables[node.name] = std::move(reader);
  }
  return variables;
}

} // namespace qopt::graphdef
