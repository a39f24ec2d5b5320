// A GraphDef as the common importer takes it.
#pragma once

#include "importers/common/graph/source_graph.h"
#include "importers/common/import.h"
#include "importers/graphdef/file/graph_file.h"
#include "importers/graphdef/graph/nodes.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace qopt::graphdef {

/// Values of variables, by the name that the graph has for each.
using Variables = std::map<std::string, ConstantReader>;

class Graph : public SourceGraph {
public:
  /// Nodes by name become layers; constants and variables that have a value become constants;
  /// placeholders become inputs. Outputs are those of the signature, or the values that nobody
  /// reads.
  static qrt::Expected<std::unique_ptr<Graph>> build(const GraphFile &file, Variables variables,
                                                     const ImportOptions &options);

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override {
    return "state it: --shape=NAME:1x49x10, ? for a size that stays open";
  }
  bool reads(size_t layer) const override;
  std::string nearTypes(size_t layer) const override;
  std::optional<qrt::Status> expand(GraphImporter &importer, size_t layer) override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;

  // ---- for the binder ----
  ConstantReader reader(const proto::TensorProto &tensor);
  /// A type that the file names is narrowed where it is read; said once.
  void noteType(int32_t dataType) const { narrows |= dataType == proto::DT_DOUBLE; }
  bool narrowsDoubles() const { return narrows; }
  /// Tells whether a value belongs to the branch that a known condition does not take.
  bool isDead(llvm::StringRef value) const { return dead.contains(value); }
  void markDead(llvm::StringRef value) { dead.insert(value); }

private:
  Graph(const GraphFile &file, Variables variables, const ImportOptions &options)
      : file(file.graph), variables(std::move(variables)), options(options) {}
  void addNodes(std::vector<Node> added);
  void chooseInterface(const GraphFile &source);
  void chooseOutputs();
  bool readsDead(const Layer &layer) const;
  const Node *find(llvm::StringRef node) const;
  std::optional<SourceType> statedType(const Node &node, unsigned index) const;
  std::optional<std::vector<SourceDim>> shapeGiven(llvm::StringRef value) const;

  std::shared_ptr<const proto::GraphDef> file;
  Variables variables;
  const ImportOptions &options;
  std::deque<Node> all;                       // every node of the graph
  llvm::StringMap<size_t> places;             // in `all`
  std::deque<const Node *> ofLayer;           // by layer
  llvm::StringMap<unsigned> reaches;          // of a node: its last value that is read
  std::map<std::string, std::string> aliases; // a signature's names of inputs, by the graph's
  llvm::StringSet<> dead;
  mutable bool narrows = false;
};

} // namespace qopt::graphdef
