// One import: the graph's values by name, and the walk over its nodes.
#pragma once

#include "importers/common/graph/graph_builder.h"
#include "importers/common/graph/unsupported.h"
#include "importers/onnx/file/external_data.h"
#include "importers/onnx/import.h"
#include "importers/onnx/graph/values.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace qopt::onnx {

/// An input of the imported function.
struct GraphInput {
  std::string name;
  mlir::RankedTensorType type;
};

class GraphImporter {
public:
  GraphImporter(mlir::MLIRContext *context, std::shared_ptr<const proto::ModelProto> model,
                const std::string &path, const ImportOptions &options);

  /// Null after diagnostics.
  mlir::OwningOpRef<mlir::ModuleOp> run(ImportFailure &failure);

  // ---- for the binder ----
  int64_t opset = 0;
  std::optional<GraphBuilder> builder;
  /// The constant behind a value, read at its first use; none when it has none.
  qrt::Expected<std::optional<qrt::Tensor>> constantOf(Imported &value);
  /// The value in the IR; null with a status for integers that vary with N.
  qrt::Expected<mlir::Value> materialize(Imported &value);
  ImportedPtr lookup(llvm::StringRef name) const { return values.lookup(name); }
  bool isRead(llvm::StringRef output) const { return needed.contains(output); }

private:
  // graph_inputs.cpp
  mlir::LogicalResult chooseInterface();
  mlir::LogicalResult chooseInputs();
  mlir::LogicalResult addInput(const proto::ValueInfoProto &info);
  mlir::FailureOr<mlir::RankedTensorType> inputType(const proto::ValueInfoProto &info);
  mlir::FailureOr<nn::Dim> inputDim(const proto::ValueInfoProto &info, int index);
  const proto::ValueInfoProto *findInfo(llvm::StringRef name) const;

  // graph_importer.cpp
  mlir::LogicalResult declareValues();
  void markNeeded();
  void createFunction();
  void reserveKeys();
  mlir::LogicalResult convertNodes();
  mlir::LogicalResult convertNode(const proto::NodeProto &node, llvm::StringRef key);
  mlir::LogicalResult define(llvm::StringRef name, ImportedPtr value);
  mlir::LogicalResult poison(const proto::NodeProto &node);
  mlir::LogicalResult finishFunction();
  mlir::LogicalResult bad(const std::string &message);
  mlir::InFlightDiagnostic error();

  mlir::MLIRContext *context;
  std::shared_ptr<const proto::ModelProto> model;
  const proto::GraphProto &graph;
  std::string path;
  const ImportOptions &options;
  ExternalData external;
  UnsupportedList unsupported;
  bool isBad = false; // a diagnosed, damaged file

  std::vector<GraphInput> inputs;
  std::vector<std::string> outputs;
  mlir::StringAttr symbol;  // of the batch
  std::string symbolSource; // its dim_param
  llvm::StringMap<ImportedPtr> values;
  llvm::StringSet<> needed;      // names that outputs depend on
  std::vector<std::string> keys; // by node; empty: not needed
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
};

} // namespace qopt::onnx
