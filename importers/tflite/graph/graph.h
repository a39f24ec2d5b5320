// A TFLite model as the common importer takes it. Operators have no names: a layer goes by its
// first output. Tensors that share a name, or have none, get their index behind it.
#pragma once

#include "importers/common/graph/source_graph.h"
#include "importers/tflite/file/model_file.h"
#include "importers/tflite/graph/variables.h"

#include "llvm/ADT/StringMap.h"

#include <map>

namespace qopt::tflite {

class Graph : public SourceGraph {
public:
  /// The graph is that of the main subgraph.
  explicit Graph(std::shared_ptr<const ModelFile> file);

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override { return "convert the model again"; }
  bool reads(size_t layer) const override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;

  /// Runs hand these on; each is an input, and an output.
  const std::vector<State> &states() const { return variables.states(); }

  // ---- for the binder ----
  const ModelFile &file() const { return *model; }
  /// Returns null where an operator leaves the tensor out (index −1).
  const schema::Tensor *tensor(int32_t index) const;
  /// The tensor whose elements and steps a constant has that operators handed on as it is.
  int32_t originOf(int32_t index) const {
    auto origin = origins.find(index);
    return origin == origins.end() ? index : origin->second;
  }
  void setOrigin(int32_t index, int32_t from) { origins[index] = originOf(from); }

private:
  void nameTensors();
  void addConstants();
  void addLayers();
  bool keepsTensors(const schema::Operator &op) const;
  bool isBegunAnew(const schema::Operator &op, int32_t index) const;
  void addKept(const schema::Operator &op, Layer &layer);
  void addHandedOn(const char *type, const std::string &from, const std::string &to);
  void addStates();

  std::shared_ptr<const ModelFile> model;
  const schema::SubGraph &graph;
  std::vector<std::string> names; // by tensor
  llvm::StringMap<int32_t> places;
  std::map<int32_t, int32_t> origins;
  std::vector<const schema::Operator *> operators; // of the layers; null: hands its input on
  Variables variables;
};

} // namespace qopt::tflite
