// The committed networks, taken through the whole pipeline.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

#include <string>
#include <vector>

namespace qopt::test {

/// Path of a file in test/models.
std::string modelFile(const std::string &name);

/// A golden array set: preprocessed inputs and outputs computed elsewhere.
struct Golden {
  qrt::Tensor input;  // f32 NCHW, preprocessed
  qrt::Tensor output; // f32
};
Golden loadGolden(const std::string &name); // "lenet_float"; fails the test if absent

/// The zoo's own golden arrays in ../shared/data; none where that is absent.
std::optional<Golden> loadZooGolden(const std::string &network);

/// `file` below ../shared/data/onnx; none where that is absent.
std::optional<std::string> sharedFile(const std::string &file);
/// Reads an array from a file of arrays; f16 is widened.
qrt::Tensor arrayOf(const std::string &file, const std::string &key);
/// Imports a file and runs `pipeline` on it; null fails the test.
Module prepareFile(mlir::MLIRContext &context, const std::string &path,
                   const std::string &pipeline);
/// Imports test/models/NAME.onnx and runs `pipeline` on it; null fails the test.
Module prepare(mlir::MLIRContext &context, const std::string &name, const std::string &pipeline);

/// The quantizing pipeline with the committed ranges of NAME.
std::string quantizing(const std::string &name, const std::string &profile,
                       bool absorbResidual = false);

/// "reference", "host" and every OpenCL device here.
std::vector<std::string> devices();

/// The distance of two outputs, relative to the largest expected value; infinite for other shapes
/// and where one is NaN.
double relativeDistance(const qrt::Tensor &actual, const qrt::Tensor &expected);

qrt::Tensor runOn(const std::string &device, mlir::ModuleOp module, const qrt::Tensor &input);

} // namespace qopt::test
