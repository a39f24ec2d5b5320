// Says what a transform's name stands for.
#pragma once

#include "passes/transforms/text.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt {

enum class ArgumentKind { Text, Whole, Number, Truth };

struct ArgumentRule {
  llvm::StringLiteral name;
  ArgumentKind kind = ArgumentKind::Text;
  bool isRepeated = false, isRequired = false;
};

/// The arguments of one transform, which was checked.
class Arguments {
public:
  explicit Arguments(const Transform &transform) : transform(transform) {}
  bool has(llvm::StringRef name) const { return !all(name).empty(); }
  std::string text(llvm::StringRef name, llvm::StringRef otherwise = "") const {
    std::vector<std::string> values = all(name);
    return values.empty() ? otherwise.str() : values.front();
  }
  std::vector<std::string> all(llvm::StringRef name) const {
    std::vector<std::string> values;
    for (const TransformArgument &argument : transform.arguments)
      if (argument.name == name)
        values.push_back(argument.value);
    return values;
  }

private:
  const Transform &transform;
};

/// A pipeline in MLIR's own words ("fold-constants{max-bytes=100}"); "" where nothing is to be
/// done. `module` is what the transform will run on.
using MakePipeline = std::string(const Arguments &arguments, mlir::ModuleOp module);

struct Mapping {
  llvm::StringLiteral name;
  llvm::ArrayRef<ArgumentRule> arguments; // but for ignore_errors, which all have
  MakePipeline *pipeline = nullptr;
  /// A transform without a pipeline says why the module has it already, or (`isRefused`) what
  /// stands for it.
  llvm::StringLiteral note = "";
  bool isRefused = false;
};

llvm::ArrayRef<Mapping> mappings();
/// Null for unknown names.
const Mapping *findMapping(llvm::StringRef name);

} // namespace qopt
