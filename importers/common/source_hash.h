// nn.source: which model a module was made of. BLAKE3 of its file's bytes, as `b3sum` says it, and
// behind them those of the tensors that lie in other files.
#pragma once

#include "ir/values/origin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

namespace qopt {

class SourceHash {
public:
  void add(llvm::StringRef bytes) { hash.update(bytes); }
  void stamp(mlir::ModuleOp module) {
    std::string text = "blake3:" + llvm::toHex(hash.final<32>(), /*LowerCase=*/true);
    module->setAttr(nn::sourceAttr, mlir::StringAttr::get(module->getContext(), text));
  }

private:
  llvm::BLAKE3 hash;
};

} // namespace qopt
