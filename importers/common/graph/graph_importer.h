// One import of any format: the graph's values by name, the walk over the layers
// that outputs need, and the entry function that comes of it.
#pragma once

#include "importers/common/graph/entry_builder.h"
#include "importers/common/graph/source_graph.h"
#include "importers/common/graph/unsupported.h"
#include "importers/common/import.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace qopt {

/// A size that the file leaves open and a layer takes as one number alone.
struct ForcedSize {
  std::string key; // what the file calls it
  int64_t size;
  std::string layer;
};

/// An input of the imported function.
struct GraphInput {
  std::string name;
  mlir::RankedTensorType type;
};

class GraphImporter {
public:
  GraphImporter(mlir::MLIRContext *context, const std::string &path, const ImportOptions &options,
                SourceGraph &source);

  /// Null after diagnostics.
  mlir::OwningOpRef<mlir::ModuleOp> run(ImportFailure &failure);
  /// Before the run: what an earlier one, of which nothing came, found to be forced.
  void bind(const std::vector<ForcedSize> &sizes);
  const std::vector<ForcedSize> &forcedSizes() const { return forced; }

  // ---- for binders ----
  EntryBuilder &entry() { return *builder; }
  ImportedPtr lookup(llvm::StringRef name) const { return values.lookup(name); }
  /// Tells whether an output of the model depends on it.
  bool isRead(llvm::StringRef value) const { return needed.contains(value); }
  /// The file has a batch of 1, which its constants may stand for; here it is any.
  bool freesBatch() const { return options.freesBatch; }
  /// Notes that the symbol can have no other value, as `layer` says.
  void force(const std::string &symbol, int64_t size, llvm::StringRef layer);

private:
  // graph_inputs.cpp
  mlir::LogicalResult chooseInterface();
  mlir::LogicalResult chooseInputs();
  mlir::LogicalResult addInput(llvm::StringRef name, const SourceType &type);
  mlir::FailureOr<mlir::RankedTensorType> inputType(llvm::StringRef name, const SourceType &type);
  mlir::FailureOr<nn::Dim> inputDim(llvm::StringRef name, size_t index, const SourceDim &dim);
  std::string sizeKey(llvm::StringRef input, size_t index, const SourceDim &dim);
  nn::Dim sizeOf(const std::string &key);
  mlir::LogicalResult bindShape(const InputShape &shape);
  mlir::LogicalResult bindValues(const InputValues &given, const mlir::RankedTensorType &type);

  // graph_importer.cpp
  mlir::LogicalResult declareConstants(size_t first);
  void markNeeded(size_t first, size_t last);
  void createFunction();
  void reserveKeys(size_t first);
  mlir::LogicalResult convertLayer(size_t index);
  mlir::LogicalResult convertLayers(size_t first);
  mlir::LogicalResult expandLayer(size_t index, const qrt::Status &status, size_t firstConstant);
  mlir::LogicalResult refuse(size_t index, const std::string &what);
  void collectRefusals();
  void eraseUnread();
  mlir::LogicalResult checkFreedBatch();
  // graph_lengths.cpp
  const Padding *paddingOf(llvm::StringRef name) const;
  std::string openLength(const Layer &layer) const;
  qrt::Status checkLengths(size_t index) const;
  void nameResults(llvm::SmallVectorImpl<mlir::Value> &results);

  bool isCut() const { return !options.inputs.empty() || !options.outputs.empty(); }
  mlir::LogicalResult define(llvm::StringRef name, ImportedPtr value);
  mlir::LogicalResult poison(const Layer &layer);
  mlir::LogicalResult checkDeclared(llvm::StringRef output, mlir::Value value);
  mlir::LogicalResult convertGraph();
  mlir::LogicalResult finishInputs();
  mlir::LogicalResult finishFunction();
  mlir::LogicalResult bad(const std::string &message);
  mlir::LogicalResult badLayer(size_t index, const std::string &message);
  mlir::InFlightDiagnostic error() { return fileError(context, path); }

  mlir::MLIRContext *context;
  const std::string &path;
  const ImportOptions &options;
  SourceGraph &source;
  UnsupportedList unsupported;
  bool isBad = false; // a diagnosed, damaged file

  std::vector<GraphInput> inputs;
  std::vector<std::string> outputs;
  std::string batchKey;                 // what the file calls the batch
  std::map<std::string, int64_t> sizes; // bound, by what the file calls them
  llvm::StringMap<std::string> symbols; // the others
  llvm::StringSet<> symbolNames;
  llvm::StringMap<ImportedPtr> values;
  llvm::StringSet<> needed;      // names that outputs depend on
  std::vector<bool> live;        // by layer: outputs depend on it
  std::vector<std::string> keys; // by layer, of those that are live
  /// Layers that stand in another's place: from the first, up to the last.
  std::map<size_t, std::pair<size_t, size_t>> expansions;
  size_t mainLayers = 0;
  llvm::StringSet<> cutInputs;
  // Unsupported uses by layers and by inputs; outputs may turn out not to depend on them.
  std::vector<std::pair<size_t, std::string>> refusals;
  std::vector<std::pair<std::string, std::string>> refusedInputs;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  std::optional<EntryBuilder> builder;
  std::vector<ForcedSize> forced;
};

/// The options with values in the place of layers that cuts name: a layer stands for its first
/// result, since reports and messages name layers.
ImportOptions withCutsAtValues(const ImportOptions &options, const SourceGraph &source);

} // namespace qopt
