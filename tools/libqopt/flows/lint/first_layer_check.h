// Compares the samples with what the network's first batch norm knows of them: their mean, their
// scale, and the order of three channels, which is tried reversed, too.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/lint_data/first_batch_norm.h"
#include "tools/libqopt/flows/lint_data/input_checks.h"

namespace qopt::run {

class FirstLayerCheck {
public:
  /// Looks for a batch norm in a module as it was loaded.
  qrt::Status create(mlir::ModuleOp module, const std::string &device,
                     const CompileOptions &options);
  /// The samples of a batch that are `sound`, `inputs` being the whole network's.
  qrt::Status add(const Feeder &feeder, const Feeder::Batch &batch, llvm::ArrayRef<Port> inputs,
                  bool preprocessed, const std::vector<bool> &sound);

  /// There is a batch norm.
  bool isThere() const { return layer != nullptr; }
  /// The argument that was compared; none: no batch norm knows, or nothing was measured.
  std::optional<unsigned> argument() const;
  struct Judgement {
    std::string batchNorm; // its key; "": it says nothing
    lint::Findings findings;
  };
  /// `checks` are of each input; with `manyClasses` samples are known to be of most classes.
  Judgement judge(llvm::ArrayRef<lint::InputChecks> checks, bool manyClasses) const;

private:
  lint::Findings wrongOrder(const lint::InputFacts &facts, bool manyClasses) const;

  std::unique_ptr<lint::FirstLayer> layer;
  std::optional<lint::Moments> given, reversed; // behind the layer
};

} // namespace qopt::run
