// A quantizing pass closes with a Summary: how many layers compute on integers, and why others do
// not.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace qopt {

class Summary {
public:
  void addInteger(mlir::Operation *op);
  void addFloat(mlir::Operation *op, const std::string &reason);
  /// An integer layer that makes integers of what a float layer writes, and writes float itself.
  void addIsland() { ++islands; }
  /// Some layers are float because of what was left out before this pass: as a warning.
  void setAvoidable() { isAvoidable = true; }
  size_t integerLayers() const { return integers; }
  bool isEmpty() const { return layers == 0; }
  /// "3 of 5 layers integer (2 of 2 with weights); 2 float, it has no integer form: norm, softmax"
  std::string text() const;
  void emit(mlir::func::FuncOp function, llvm::StringRef pass) const;

private:
  size_t islands = 0, layers = 0, integers = 0, weighted = 0, weightedIntegers = 0;
  bool isAvoidable = false;
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons; // with layers, as met
};

/// Maps a layer's name to the reason why it is float.
using FloatReasons = llvm::StringMap<std::string>;

/// Summarizes the layers of a function that have constant weights, as it stands; weights may be
/// dequantized yet.
Summary weightedSummary(mlir::func::FuncOp function, const FloatReasons &reasons = {});
/// Summarizes only the float layers that `reasons` names.
Summary floatSummary(mlir::func::FuncOp function, const FloatReasons &reasons);

} // namespace qopt
