// Value keys: how ranges, policies and reports name a value. An operation's
// first result is `name`, further ones `name:1`; an argument has its own name.
// What an operation says of its results, as nn.range, it says of each: alone
// where there is one result, else as an array (`unit` where nothing is said).
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
/// nn.range as it must stand on an operation; an error otherwise.
mlir::LogicalResult verifyRanges(mlir::Operation *op, mlir::Attribute ranges);

/// `to` now answers for `from` too: from's own name and what it had absorbed.
void absorb(mlir::Operation *to, mlir::Operation *from);
/// `to`, an operation's only result, takes the key and range of `from`, and the list of absorbed
/// layers where that is its operation's first result; its own are gone.
void takeResultIdentity(mlir::Value to, mlir::Value from);
/// The layer named in a diagnostic: the key, or the operation's name.
std::string layerName(mlir::Operation *op);

/// What a caller knows the arguments and results by, each once: the key (of a result, its own
/// nn.name before its value's), "input0" or "output0" where there is none; "y_1" the second time.
std::vector<std::string> inputNames(mlir::func::FuncOp function);
std::vector<std::string> outputNames(mlir::func::FuncOp function);

/// Of an entry's result, whose `count` is a result's number; none of one that is all there.
std::optional<qrt::PortLength> lengthOf(mlir::FunctionOpInterface function, unsigned result);

/// Every key in a function names one value; an error otherwise.
mlir::LogicalResult verifyUniqueKeys(mlir::FunctionOpInterface function);

/// Values by key, and which layers absorbed others.
class ValuesByKey {
public:
  explicit ValuesByKey(mlir::FunctionOpInterface function);
  /// Null when no value has this key.
  mlir::Value find(llvm::StringRef key) const { return values.lookup(key); }
  /// The layer that absorbed the one that `key` named; "" when none did.
  std::string absorberOf(llvm::StringRef key) const;

private:
  llvm::StringMap<mlir::Value> values;
  llvm::StringMap<std::string> absorbers;
};

/// Hands out names whose keys the function does not use yet.
class NameTable {
public:
  explicit NameTable(mlir::Operation *function);
  /// `base`, or `base_1`, `base_2`, … ; for so many results reserved from then on.
  std::string unique(llvm::StringRef base, unsigned results = 1);
  /// Keys of further results of `name`, from `first` on; false where one is used already.
  bool extend(llvm::StringRef name, unsigned first, unsigned results);

private:
  llvm::StringSet<> used;
  llvm::StringMap<unsigned> suffixes; // the last one tried of a base: names are never given back
};

/// The module's entry: the one function marked nn.entry, or its only function.
/// Null after a diagnostic when there is none, or two are marked.
mlir::func::FuncOp entryOf(mlir::Operation *module);

} // namespace qopt::nn
