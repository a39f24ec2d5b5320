// A network's text with its weights, imported and run by the evaluator, and what is expected of it.
#pragma once

#include "importers/caffe/file/caffe.pb.h"
#include "importers/caffe/import.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace qopt::caffe::test {

using Floats = std::vector<float>;
using Numbers = std::vector<int64_t>;

/// Values in row-major order under a shape; a rank of 0 is one number.
struct Array {
  Numbers shape;
  Floats values;

  int64_t offset(const Numbers &at) const;
  float &at(const Numbers &at) { return values[size_t(offset(at))]; }
  float at(const Numbers &at) const { return values[size_t(offset(at))]; }
  /// 0 outside.
  float orZero(const Numbers &at) const;
};
int64_t countOf(const Numbers &shape);
Array zeros(const Numbers &shape);
/// Distinct, of both signs, within ±2; another seed, others.
Array noise(const Numbers &shape, uint64_t seed = 1);
Array tensorToArray(const qrt::Tensor &tensor);

/// The content of a .caffemodel.
struct Weights {
  Weights &layer(const std::string &name, const std::vector<Array> &blobs);
  std::string bytes() const { return message.SerializeAsString(); }
  proto::WeightsParameter message;
};

/// One network imported; diagnostics are collected.
struct Import {
  explicit Import(const std::string &text, const ImportOptions &options = {});
  Import(const std::string &text, const Weights &weights, const ImportOptions &options = {});
  /// Files that are there; `weights` may be empty.
  static Import ofFiles(const std::string &path, const std::string &weights,
                        const ImportOptions &options = {});
  /// A text with a file of weights that is there.
  static Import ofText(const std::string &text, const std::string &weights,
                       const ImportOptions &options = {});

  /// All outputs for these inputs, in order; fails the test where there are none.
  std::vector<Array> runAll(const std::vector<Array> &inputs);
  Array run(const std::vector<Array> &inputs);
  bool says(const std::string &text) const;
  std::string said() const;
  /// Returns how many operations of this name, "nn.conv2d", there are.
  unsigned count(const std::string &operation);
  std::vector<std::string> inputs(), outputs();
  std::string inputType(unsigned index);

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ImportFailure failure = ImportFailure::None;
  std::vector<std::string> diagnostics;
  std::vector<mlir::DiagnosticSeverity> severities;
  std::vector<std::pair<unsigned, unsigned>> places; // line and column of each

private:
  Import() = default;
  void import(const std::string &path, const ImportOptions &options);
};

/// Inputs "x0", "x1", … of these shapes, and a layer "y" of `type` that reads all; `rest` stands
/// among its fields. Further tops are "y1", ….
std::string oneLayer(const std::string &type, const std::vector<Numbers> &inputs,
                     const std::string &rest = "", unsigned tops = 1);
/// The same with the blobs of "y".
Array runLayer(const std::string &type, const std::vector<Array> &inputs,
               const std::string &rest = "", const std::vector<Array> &blobs = {});
/// Expects the layer to be refused with these words, and names "y".
void expectRefused(const std::string &type, const std::vector<Numbers> &inputs,
                   const std::string &rest, const std::string &words,
                   const std::vector<Array> &blobs = {});

/// Fails the test unless shapes agree, and values within `tolerance` of the largest expected.
void expectArray(const Array &have, const Array &expected, float tolerance = 1e-6f);

} // namespace qopt::caffe::test
