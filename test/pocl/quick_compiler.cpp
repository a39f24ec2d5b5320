// PoCL for entries that build kernels by the hundred: the library that the loader of platforms
// opens in its place. It links PoCL, so that PoCL's calls of LLVM find these two functions before
// LLVM's own. PoCL asks for -O3 twice a kernel, and for a code generator that optimizes, also where
// a program was built with -cl-opt-disable; here a kernel gets what PoCL's own passes rely on, and
// the code generator of -O0. The declarations are those of LLVM 15, as far as they go
// (test/pocl/pocl.cmake says where PoCL calls these two).
#include <cstdlib>
#include <dlfcn.h>
#include <functional>

extern "C" {
void LLVMAddFunctionInliningPass(void *passes);
void LLVMAddPromoteMemoryToRegisterPass(void *passes);
void LLVMAddCFGSimplificationPass(void *passes);
void LLVMAddGlobalDCEPass(void *passes);
}

namespace llvm {
namespace legacy {
class PassManagerBase;
} // namespace legacy

class PassManagerBuilder {
public:
  void populateModulePassManager(legacy::PassManagerBase &passes);
};

/// Its contents are LLVM's affair: a function object, returned in memory of the caller's.
class TargetIRAnalysis {
  std::function<void()> transformInfo;
};

class CodeGenOpt {
public:
  enum Level { None };
};

class TargetMachine {
public:
  void setOptLevel(CodeGenOpt::Level level);
  TargetIRAnalysis getTargetIRAnalysis() const;
};

__attribute__((visibility("default"))) void
PassManagerBuilder::populateModulePassManager(legacy::PassManagerBase &passes) {
  LLVMAddFunctionInliningPass(&passes);
  LLVMAddPromoteMemoryToRegisterPass(&passes);
  LLVMAddCFGSimplificationPass(&passes);
  LLVMAddGlobalDCEPass(&passes);
}

/// PoCL asks this of the machine whose code generator it is about to use.
__attribute__((visibility("default"))) TargetIRAnalysis TargetMachine::getTargetIRAnalysis() const {
  using Get = TargetIRAnalysis (*)(const TargetMachine *);
  static const auto get =
      reinterpret_cast<Get>(dlsym(RTLD_NEXT, "_ZNK4llvm13TargetMachine19getTargetIRAnalysisEv"));
  if (!get)
    std::abort();
  const_cast<TargetMachine *>(this)->setOptLevel(CodeGenOpt::None);
  return get(this);
}
} // namespace llvm
