// One test of ONNX's backend data: a model, inputs, and the outputs that it must give.
#pragma once

#include "importers/onnx/file/onnx.pb.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt::onnx::backend {

struct TestCase {
  std::string name, folder, modelFile;
  std::string op; // the one operator of a node test; else its folder's name
  proto::ModelProto model;
  struct DataSet {
    std::vector<proto::TensorProto> inputs, outputs;
  };
  std::vector<DataSet> sets;
  /// Says why the test asks for something that qopt does not do at all; empty: it is in scope.
  std::string outOfScope;
};

/// Every test below `root`, which holds node, simple, pytorch-operator, … Errors end the program:
/// the data are not ours to judge.
std::vector<TestCase> readTests(const std::string &root, const std::string &filter);

/// Relative to the folder of data.
qrt::Expected<qrt::Tensor> tensorOf(const proto::TensorProto &stored);

/// The part of the inputs that becomes constant: ONNX passes as data what exporters write as
/// constants (shapes, axes, scales …).
enum class Baking { Nothing, Integers, AllButFirst, Everything };
proto::ModelProto baked(const TestCase &test, const TestCase::DataSet &data, Baking baking);

} // namespace qopt::onnx::backend
