// An ONNX model as the common importer takes it.
#pragma once

#include "importers/common/graph/source_graph.h"
#include "importers/onnx/file/external_data.h"
#include "importers/onnx/graph/functions.h"

#include <map>

namespace qopt::onnx {

class Graph : public SourceGraph {
public:
  Graph(std::shared_ptr<const proto::ModelProto> model, std::shared_ptr<TensorBytes> bytes,
        int64_t opset);

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override { return "run ONNX's shape inference first"; }
  bool reads(size_t layer) const override;
  bool readsRows(size_t layer) const override;
  std::optional<qrt::Status> expand(GraphImporter &importer, size_t layer) override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;

  // ---- for the binder ----
  ConstantReader reader(const proto::TensorProto &tensor);
  ConstantReader reader(const proto::SparseTensorProto &tensor);
  /// A type that the file names is narrowed where it is read; said once.
  void noteType(int32_t dataType) const { narrows |= dataType == proto::TensorProto::DOUBLE; }
  bool narrowsDoubles() const { return narrows; }
  /// Returns constants by name, each with a value that narrowing makes 0 or infinite.
  const std::map<std::string, double> &lostValues() const { return lost; }

private:
  void addLayers();
  void noteLost(const proto::TensorProto &tensor);
  qrt::Status undecided(const GraphNode &node) const;

  std::shared_ptr<const proto::ModelProto> model;
  const proto::GraphProto &graph;
  std::shared_ptr<TensorBytes> external;
  Functions functions;
  std::deque<GraphNode> nodes; // of the layers
  mutable bool narrows = false;
  std::map<std::string, double> lost;
};

} // namespace qopt::onnx
