#include "tools/libqopt/memory.h"

#include "llvm/Support/ErrorHandling.h"

#include <mutex>

namespace qopt {

void throwWhereMemoryEnds() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_bad_alloc_error_handler(
        [](void *, const char *, bool) { throw std::bad_alloc(); });
  });
}

} // namespace qopt
