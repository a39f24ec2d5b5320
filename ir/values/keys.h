// Value keys: the names by which ranges, policies and reports refer to values. An operation's first
// result is `name`, further ones `name:1`; an argument has its own name. An attribute of results,
// such as nn.range, stands alone if there is one result, else it is an array with an entry for each
// (`unit` for results without one).
#pragma once

#include "ir/dialect.h"
#include "runtime/numerics/types/port.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace qopt::nn {

inline constexpr llvm::StringLiteral nameAttr = "nn.name";
inline constexpr llvm::StringLiteral rangeAttr = "nn.range";
inline constexpr llvm::StringLiteral absorbedAttr = "nn.absorbed";
inline constexpr llvm::StringLiteral entryAttr = "nn.entry";
inline constexpr llvm::StringLiteral fixedPointAttr = "nn.fixed_point"; // ir/ops/rescale.h
inline constexpr llvm::StringLiteral preprocessAttr = "nn.preprocess";
inline constexpr llvm::StringLiteral lengthAttr = "nn.length"; // of an entry's result

/// "name", "name:1", …
std::string resultKey(llvm::StringRef name, unsigned index);
std::string keyOf(mlir::Value value); // "" when unnamed
llvm::StringRef nameOf(mlir::Operation *op);
void setName(mlir::Operation *op, llvm::StringRef name);

std::optional<RangeAttr> rangeOf(mlir::Value value);
void setRange(mlir::Value value, RangeAttr range);
void setRange(mlir::Value value, double min, double max);
/// Verifies nn.range on an operation.
mlir::LogicalResult verifyRanges(mlir::Operation *op, mlir::Attribute ranges);

/// Makes `to` stand for `from` too: it takes over from's name and the names that `from` had
/// absorbed.
void absorb(mlir::Operation *to, mlir::Operation *from);
/// Gives `to`, an operation's only result, the key and range of `from`, and the list of absorbed
/// layers if `from` is its operation's first result; those that `to` had are dropped.
void takeResultIdentity(mlir::Value to, mlir::Value from);
/// Returns the layer's name for a diagnostic: the key, or the operation's name.
std::string layerName(mlir::Operation *op);

/// Return the names by which callers know the arguments and results, each unique: the key (for a
/// result, its own nn.name before its value's), or "input0" or "output0" if there is none; a
/// repeated name becomes "y_1".
std::vector<std::string> inputNames(mlir::func::FuncOp function);
std::vector<std::string> outputNames(mlir::func::FuncOp function);

/// Returns the length of an entry's result, whose `count` is the index of the result that holds it;
/// none if all of the result is valid.
std::optional<qrt::PortLength> lengthOf(mlir::FunctionOpInterface function, unsigned result);

/// Verifies that every key in a function names one value.
mlir::LogicalResult verifyUniqueKeys(mlir::FunctionOpInterface function);

/// Finds values by key, and the layers that absorbed others.
class ValuesByKey {
public:
  explicit ValuesByKey(mlir::FunctionOpInterface function);
  /// Returns the value with this key, or null.
  mlir::Value find(llvm::StringRef key) const { return values.lookup(key); }
  /// Returns the layer that absorbed the one named by `key`; "" if none did.
  std::string absorberOf(llvm::StringRef key) const;

private:
  llvm::StringMap<mlir::Value> values;
  llvm::StringMap<std::string> absorbers;
};

/// Returns names whose keys the function does not use yet.
class NameTable {
public:
  explicit NameTable(mlir::Operation *function);
  /// Returns `base`, or `base_1`, `base_2`, … and reserves the keys of so many results.
  std::string unique(llvm::StringRef base, unsigned results = 1);
  /// Reserves the keys of further results of `name`, from `first` on; returns false if one is in
  /// use.
  bool extend(llvm::StringRef name, unsigned first, unsigned results);

private:
  llvm::StringSet<> used;
  llvm::StringMap<unsigned> suffixes; // the last one tried of a base: names are never given back
};

/// Returns the module's entry: the one function marked nn.entry, or its only function. Null after a
/// diagnostic if there is none, or if two are marked.
mlir::func::FuncOp entryOf(mlir::Operation *module);

} // namespace qopt::nn
