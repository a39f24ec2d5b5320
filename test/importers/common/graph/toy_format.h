// A format of our own: layers "Relu", "Neg", "Add" and "Scale" (by a number that
// is its attribute), to try what every format shares.
#pragma once

#include "importers/common/graph/layer_binder.h"

#include <gtest/gtest.h>

namespace qopt::test {

class ToyGraph : public SourceGraph {
public:
  std::map<std::string, SourceType> types; // of f32 unless said
  std::map<std::string, float> scales;     // by layer

  void input(const std::string &name, const std::vector<SourceDim> &shape);
  void layer(const std::string &name, const std::string &type,
             const std::vector<std::string> &inputs, const std::vector<std::string> &outputs);

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override { return "say its shape"; }
  bool reads(size_t layer) const override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;
};

/// The diagnostics and the module of a toy graph's import.
struct ToyImport {
  explicit ToyImport(ToyGraph &graph, const ImportOptions &options = {});
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ImportFailure failure = ImportFailure::None;
  std::vector<std::string> diagnostics;
  std::vector<std::string> keys(); // of all operations, in order
};

} // namespace qopt::test
