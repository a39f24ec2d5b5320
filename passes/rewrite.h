// Every rewrite shares this: running patterns, saying why one declined, and deciding whose key a
// rewritten operation has.
#pragma once

#include "ir/values/keys.h"

#include "mlir/IR/PatternMatch.h"

namespace qopt {

/// A rewrite keeps this of the values that its operations compute.
enum class Promise {
  SameBits,
  F32Rounding,   // the same real function, rounded to f32 at other places
  Approximation, // it approximates the same real function
};

/// A pattern's stable name, "pass/what-it-does", under which reports speak of it and `without=`
/// leaves it out, and its promise.
struct Rewrite {
  llvm::StringLiteral name;
  Promise promise;
};

/// A pass applies its rewrites by these options.
struct RewriteOptions {
  /// Rewrites that were applied become remarks, and so do the reasons of the patterns that decline
  /// in the end.
  bool explain = false;
  llvm::ArrayRef<std::string> without = {};
};

/// Names for what patterns make, which no operation has: each function's are collected once. Every
/// pattern of a pass draws them here.
class FreshNames {
public:
  std::string unique(mlir::Operation *place, llvm::StringRef base);
  /// Returns a name for a changed copy of `constant`: its own where `constant` has no other use and
  /// so disappears.
  std::string forCopy(mlir::Operation *constant);

private:
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<nn::NameTable>> tables; // by function
};

/// The rewrites of one pass.
class Rewrites {
public:
  explicit Rewrites(mlir::MLIRContext *context) : patterns(context) {}
  Rewrites(const Rewrites &) = delete; // patterns keep `names`
  Rewrites &operator=(const Rewrites &) = delete;

  FreshNames names;

  template <typename Pattern, typename... Arguments>
  Rewrites &add(Rewrite rewrite, Arguments &&...arguments) {
    patterns.add<Pattern>(patterns.getContext(), std::forward<Arguments>(arguments)...);
    patterns.getNativePatterns().back()->setDebugName(rewrite.name);
    known.push_back(rewrite);
    return *this;
  }

  /// Applies them until nothing changes, without folding operations or merging constants;
  /// operations that become dead disappear. Fails after a diagnostic.
  mlir::LogicalResult apply(mlir::Operation *module, const RewriteOptions &options) &&;

private:
  mlir::RewritePatternSet patterns;
  llvm::SmallVector<Rewrite> known;
};

/// `to` produces the values that `from` did, result by result: it takes their keys
/// and ranges and the list of absorbed layers, and gives up its own.
void takeIdentity(mlir::Operation *to, mlir::Operation *from);

/// `candidate`, an operation in no block yet, where its verifier accepts it. Otherwise it is
/// destroyed, and null returned with the verifier's reason in `refusal`.
mlir::Operation *verified(mlir::Operation *candidate, std::string &refusal);
/// The same of a clone of `op` on `operands`, its results of types `results` (a null one: as
/// before).
mlir::Operation *verifiedClone(mlir::Operation *op, mlir::ValueRange operands,
                               llvm::ArrayRef<mlir::Type> results, std::string &refusal);

/// Removes constants of `function` that nobody uses.
void eraseUnusedConstants(mlir::Operation *function);

} // namespace qopt
