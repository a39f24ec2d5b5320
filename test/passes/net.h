// A small network written as text, to run passes on and to evaluate.
#pragma once

#include "ir/reference/evaluator.h"

#include <gtest/gtest.h>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <random>
#include <string>

namespace qopt::test {

class Net {
public:
  /// Parses a module; a test failure and an empty module when it is none.
  explicit Net(const std::string &text);

  /// Runs `builtin.module(<pipeline>)`; a test failure when that fails.
  void run(const std::string &pipeline);
  /// True when the pipeline fails; its diagnostics are kept in `messages`.
  bool fails(const std::string &pipeline);
  std::vector<qrt::Tensor> evaluate(llvm::ArrayRef<qrt::Tensor> inputs);

  mlir::Operation *find(llvm::StringRef name); // by nn.name; null: none
  int count(llvm::StringRef operation);        // "nn.quantize"
  /// Data of the constant of that name; a test failure where there is none.
  qrt::Tensor constant(llvm::StringRef name);

  std::string messages;

private:
  mlir::LogicalResult runPipeline(const std::string &pipeline);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

qrt::Tensor tensor(qrt::Shape shape, std::vector<float> values);

/// Values that are the same on every run and machine.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}
  /// In [low, high), in steps that text and f32 both hold exactly.
  float next(float low, float high) {
    return low + (high - low) * float(engine() >> 12) / float(1u << 20);
  }
  qrt::Tensor tensor(qrt::Shape shape, float low, float high);
  /// `%name = nn.constant …` with values of `tensor` between low and high.
  std::string constant(const std::string &name, qrt::Shape shape, float low, float high);

private:
  std::mt19937 engine;
};

/// Largest |a − b|; infinity when shapes or types differ.
double maxDifference(const qrt::Tensor &a, const qrt::Tensor &b);
double maxMagnitude(const qrt::Tensor &tensor);
bool sameBits(const std::vector<qrt::Tensor> &a, const std::vector<qrt::Tensor> &b);

/// Evaluates, runs the pipeline, evaluates again: the same bits.
testing::AssertionResult keepsEveryBit(Net &net, const std::string &pipeline,
                                       llvm::ArrayRef<qrt::Tensor> inputs);

} // namespace qopt::test
