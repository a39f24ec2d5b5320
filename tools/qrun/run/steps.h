// A model with states, step by step.
#pragma once

#include "tools/qrun/feed/inputs.h"

namespace qopt::run {

/// Runs the model once for each step of the arrays, which lie one behind the other along the first
/// dimension: [steps · N, …] for an input of [N, …]. States (runtime/core/states.h) go on from step
/// to step; they begin at rest, or as an argument NAME=FILE says, and do so again before the steps
/// of `resets`. Returns outputs likewise, [steps · N, …], and of states the last value. Fails for
/// open sizes, for lengths that the data decide, and for arrays of different numbers of steps.
qrt::Expected<std::vector<qrt::Tensor>>
runSteps(CompiledModel &model, const std::vector<std::string> &arguments,
         const ArrayReading &reading, llvm::ArrayRef<int64_t> resets);

/// The same arguments, which fix no size.
class StepFiles : public FeedShapes {
public:
  explicit StepFiles(const std::vector<std::string> &arguments) : files(arguments) {}
  qrt::Status checkFiles() const override { return files.checkFiles(); }
  qrt::Expected<LoadOptions::ShapeChoices> choices(const std::vector<Port> &) const override {
    return LoadOptions::ShapeChoices();
  }
  bool mustBind(const std::vector<Port> &) const override { return false; }

private:
  ArrayFiles files;
};

} // namespace qopt::run
