// A model imported and run by the evaluator, and what is expected of it.
#pragma once

#include "importers/tflite/import.h"
#include "runtime/numerics/types/tensor.h"
#include "test/importers/tflite/model_builder.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <memory>

namespace qopt::tflite::test {

using Floats = std::vector<float>;

/// One model imported; diagnostics are collected.
struct Import {
  explicit Import(const std::string &bytes, const ImportOptions &options = {});
  explicit Import(const ModelBuilder &model, const ImportOptions &options = {})
      : Import(model.file(), options) {}

  /// All results; fails the test where there are none.
  std::vector<qrt::Tensor> runAll(const std::vector<qrt::Tensor> &inputs);
  /// The first result of f32 inputs, in the shapes of the module.
  Floats run(const std::vector<Floats> &inputs);
  bool says(const std::string &text) const;
  std::string said() const;
  /// Counts the operations of this name, "nn.conv2d".
  unsigned count(const std::string &operation);
  std::vector<std::string> inputs(), outputs();

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ImportFailure failure = ImportFailure::None;
  std::vector<std::string> diagnostics;
};

/// Expects the model to be refused with these words, as a wrong file or as one that is not read.
void expectRefused(const ModelBuilder &model, ImportFailure failure, const std::string &words);
/// Values within 10⁻⁶ of the largest expected.
void expectFloats(const Floats &have, const Floats &expected);

} // namespace qopt::tflite::test
