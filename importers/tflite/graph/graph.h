// A TFLite model as the common importer takes it. Operators have no names: a layer goes by its
// first output. Tensors that share a name, or have none, get their index behind it.
#pragma once

#include "importers/common/graph/source_graph.h"
#include "importers/tflite/graph/scope.h"
#include "importers/tflite/graph/variables.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::tflite {

class Graph : public SourceGraph {
public:
  /// The graph is that of the main subgraph. Layers that run over a sequence begin each run anew,
  /// but for those of their states that `given` names, which runs hand on.
  explicit Graph(std::shared_ptr<const ModelFile> file, std::vector<std::string> given = {});

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override { return "convert the model again"; }
  bool reads(size_t layer) const override;
  std::optional<qrt::Status> expand(GraphImporter &importer, size_t layer) override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;

  /// Runs hand these on; each is an input, and an output.
  const std::vector<State> &states() const { return variables.states(); }
  /// States of layers that begin each run anew.
  const std::vector<std::string> &begunAnew() const { return anew; }

private:
  /// The operator of the file that a layer is, and its place; without one it hands its input on.
  struct Source {
    Scope *scope;
    const schema::Operator *op;
  };

  void addLayers();
  void addLayer(Scope &scope, const schema::Operator &op);
  bool keepsTensors(const schema::Operator &op) const;
  bool keeps(const Scope &scope, const schema::Operator &op, int32_t index) const;
  void addKept(const Scope &scope, const schema::Operator &op, Layer &layer);
  void addHandedOn(const char *type, const std::string &from, const std::string &to);
  void addStates();
  std::string unusedName(const std::string &wanted, size_t index) const;
  void addName(Scope &scope, const std::string &name);
  void addConstants(const Scope &scope);
  // branches.cpp
  bool isBranching(size_t layer) const;
  qrt::Expected<bool> conditionOf(GraphImporter &importer, const Layer &layer) const;
  qrt::Status addBranch(const Layer &whole, unsigned depth, int64_t index);
  bool keepsStates(const schema::SubGraph &branch) const;

  std::shared_ptr<const ModelFile> model;
  Scope main;
  std::deque<Scope> branches;                     // in the places of IFs
  llvm::StringMap<const schema::Tensor *> places; // by name, of all scopes
  std::vector<Source> sources;                    // of the layers
  std::vector<std::string> given, anew;           // states
  Variables variables;
};

} // namespace qopt::tflite
