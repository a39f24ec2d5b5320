// --shapes: what is fed, by size.
#pragma once

#include "tools/qrun/feed/model.h"

namespace qopt::run {

/// Sizes of inputs by name. The batch of a model that leaves it open is taken from them and stays
/// open; other open sizes are bound, as a program leaves one open.
class GivenShapes : public FeedShapes {
public:
  /// "x:8x3x224x224,y:8x10", behind what is there; one input is named once.
  qrt::Status add(llvm::StringRef text);
  bool isEmpty() const { return shapes.empty(); }

  qrt::Expected<LoadOptions::ShapeChoices> choices(const std::vector<Port> &ports) const override;
  bool mustBind(const std::vector<Port> &ports) const override;
  qrt::Status check(mlir::ModuleOp) const override;

  /// The batch at which a compiled model's inputs have these sizes; 1 where its batch is fixed.
  qrt::Expected<int64_t> batchOf(const CompiledModel &model) const;

private:
  const LoadOptions::Shape *find(const Port &port) const;
  qrt::Status checkPorts(const std::vector<Port> &ports) const;
  std::vector<LoadOptions::Shape> shapes; // every size is given
};

} // namespace qopt::run
