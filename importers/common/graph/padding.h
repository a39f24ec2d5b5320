// Values of which the data decide how long they are. The graph has them as long as they may become
// (ops of CountedOpInterface), and an operation computes on what lies behind as on anything else;
// so that nothing of it gets into a result, such values are followed while the graph is built, and
// whoever would make something of their length is refused.
#pragma once

#include "ir/interfaces.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace qopt {

/// Elements behind the first `count` along `dim` are no part of the value.
struct Padding {
  int64_t dim = 0;
  mlir::Value count; // i64, one element
  /// It is −1, which names a place of any dimension that has one.
  bool isMinusOne = false;
};

class Paddings {
public:
  /// Null where the value is all there.
  const Padding *of(mlir::Value value) const;
  bool readsAny(mlir::Operation *op) const;
  /// Notes what is known of the results of `op`, an operation that makes such a value or reads one.
  /// False where it reads one otherwise than row by row.
  bool follow(mlir::Operation *op);
  /// The padding is part of the value from here on: the caller takes care of it.
  void forget(mlir::Value value) { values.erase(value); }

private:
  bool haveOneLength(mlir::Operation *op, const Padding &result) const;

  llvm::DenseMap<mlir::Value, Padding> values;
};

} // namespace qopt
