// A module from text, for tests that ask its operations something.
#pragma once

#include "ir/ops.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qopt::test {

class Parsed {
public:
  /// A test failure, and no module, where the text is not valid.
  explicit Parsed(const std::string &text);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  mlir::func::FuncOp function();
  mlir::Operation *find(llvm::StringRef name); // by nn.name; null: none
  template <typename Interface> Interface as(llvm::StringRef name) {
    return mlir::cast<Interface>(find(name));
  }
  mlir::Type type(llvm::StringRef text); // a test failure where it is none
};

inline qrt::Tensor floats(qrt::Shape shape, const std::vector<float> &values) {
  return qrt::Tensor::fromValues<float>(std::move(shape), values);
}

} // namespace qopt::test
