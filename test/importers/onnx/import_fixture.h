// A model imported and run by the evaluator, and what is expected of it.
#pragma once

#include "importers/onnx/import.h"
#include "runtime/numerics/types/tensor.h"
#include "test/importers/onnx/model_builder.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <span>

namespace qopt::onnx::test {

/// One file imported; diagnostics are collected.
struct Import {
  explicit Import(const ModelBuilder &builder, const ImportOptions &options = {});
  explicit Import(const std::string &path, const ImportOptions &options = {});

  /// The first output for these inputs; fails the test where there is none.
  qrt::Tensor run(const std::vector<qrt::Tensor> &inputs);
  std::vector<qrt::Tensor> runAll(const std::vector<qrt::Tensor> &inputs);
  /// Returns how many operations of this name, "nn.conv2d", there are.
  unsigned count(const std::string &operation);
  /// Keys of all results, in order.
  std::vector<std::string> keys();
  std::string inputType(unsigned index);
  std::string outputType(unsigned index);
  bool says(const std::string &text) const;

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ImportFailure failure = ImportFailure::None;
  std::vector<std::string> diagnostics;

private:
  void import(const std::string &path, const ImportOptions &options);
};

qrt::Tensor tensor(const Numbers &shape, const Floats &values);
/// 1, 2, 3, … in that shape.
qrt::Tensor counting(const Numbers &shape);
qrt::Tensor longs(const Numbers &shape, const Numbers &values);
/// The quantized values of a tensor of T, an integer type.
template <typename T> qrt::Tensor steps(const Numbers &shape, const Numbers &values) {
  std::vector<T> stored(values.begin(), values.end());
  return qrt::Tensor::fromValues<T>(shape, std::span<const T>(stored));
}
Floats valuesOf(const qrt::Tensor &tensor);
Numbers integersOf(const qrt::Tensor &tensor);

/// Fails the test unless shape and values (within `tolerance`) agree.
void expectTensor(const qrt::Tensor &tensor, const Numbers &shape, const Floats &values,
                  float tolerance = 1e-6f);

} // namespace qopt::onnx::test
