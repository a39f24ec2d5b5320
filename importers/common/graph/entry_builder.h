// Builds the entry function operation by operation: result types come from the
// operations' own shape inference, and each operation is verified at once, so
// that an error can name the layer of the model it came from.
#pragma once

#include "importers/common/graph/padding.h"
#include "importers/common/values/imported.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseSet.h"

namespace qopt {

class EntryBuilder {
public:
  /// Appends to `function`'s entry block; its arguments carry their names.
  explicit EntryBuilder(mlir::func::FuncOp function);

  /// A key for a layer of so many results: its own name where that is free. Where it
  /// is not, the operation made under the key lists the name among the absorbed.
  std::string reserve(llvm::StringRef name, unsigned results);

  /// An operation under the key `name`, reserved by the caller. `args` follow
  /// the result type in the operation's builder. Null when it does not fit:
  /// `status` then says why.
  ///
  /// What is computed of small constants alone is a constant itself.
  template <typename Op, typename... Args>
  mlir::Value create(llvm::StringRef name, mlir::Type element, Args &&...args) {
    return only(make<Op>(name, anyShape(element), /*inferred=*/true, std::forward<Args>(args)...));
  }
  /// The same with several results, all of one element type; none when it does not fit.
  template <typename Op, typename... Args>
  llvm::SmallVector<mlir::Value> createAll(llvm::StringRef name, unsigned results,
                                           mlir::Type element, Args &&...args) {
    llvm::SmallVector<mlir::Type> types(results, anyShape(element));
    return make<Op>(name, mlir::TypeRange(types), /*inferred=*/true, std::forward<Args>(args)...);
  }
  /// One whose result type is its own to say (nn.reshape).
  template <typename Op, typename... Args>
  mlir::Value createAs(llvm::StringRef name, llvm::ArrayRef<nn::Dim> shape, mlir::Type element,
                       Args &&...args) {
    mlir::Type type = nn::tensorType(shape, element);
    return only(make<Op>(name, type, /*inferred=*/false, std::forward<Args>(args)...));
  }
  /// An nn.constant, under a name made unique from `name`.
  mlir::Value constant(llvm::StringRef name, mlir::RankedTensorType type,
                       const qrt::Tensor &tensor);

  /// Another key for an operation made here, reserved by the caller.
  void rename(mlir::Operation *op, llvm::StringRef name);

  /// A step that reads constants alone becomes a constant, whatever its size; any other is returned
  /// as it is. Constants that earlier steps became and that nothing reads any more are erased.
  mlir::Value evaluated(mlir::Value step);

  /// Returns the content of a value that was folded; none for others.
  std::optional<qrt::Tensor> folded(mlir::Value value) const;
  /// Folding leaves constants that nobody reads.
  void eraseUnusedConstants();

  /// The value in the IR; an error for integers that vary with the batch.
  qrt::Expected<mlir::Value> materialize(Imported &value);

  /// Refuses ranks and sizes that no loop handles.
  static qrt::Status checkShape(llvm::ArrayRef<nn::Dim> shape);

  /// Values of which the data decide the length.
  Paddings paddings;
  qrt::Status status;
  nn::NameTable names;
  mlir::OpBuilder builder;

private:
  template <typename Op, typename Types, typename... Args>
  llvm::SmallVector<mlir::Value> make(llvm::StringRef name, Types types, bool inferred,
                                      Args &&...args) {
    mlir::OperationState state(nameLoc(name), Op::getOperationName());
    Op::build(builder, state, types, std::forward<Args>(args)...);
    return finish(builder.create(state), name, inferred);
  }
  static mlir::Type anyShape(mlir::Type element) {
    return mlir::RankedTensorType::get({}, element);
  }
  static mlir::Value only(llvm::ArrayRef<mlir::Value> values) {
    return values.empty() ? mlir::Value() : values.front();
  }
  mlir::Location nameLoc(llvm::StringRef name);
  llvm::SmallVector<mlir::Value> finish(mlir::Operation *op, llvm::StringRef name, bool inferred);
  llvm::SmallVector<mlir::Value> fold(mlir::Operation *op);
  std::optional<std::vector<qrt::Tensor>> knownOperands(mlir::Operation *op, int64_t most);
  mlir::LogicalResult complete(mlir::Operation *op, bool inferred);

  llvm::StringMap<std::string> ownNames;              // of layers whose keys are others
  llvm::DenseMap<mlir::Value, qrt::Tensor> constants; // that were folded, or read
  llvm::DenseSet<mlir::Value> evaluations;            // constants that steps became
};

} // namespace qopt
