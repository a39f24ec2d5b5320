#include "ir/dialect.h"
#include "passes/passes.h"

namespace qopt {
namespace {

std::vector<std::string> &names() {
  static std::vector<std::string> list;
  return list;
}

mlir::PassAllocatorFunction remembered(mlir::PassAllocatorFunction make) {
  names().push_back(make()->getArgument().str());
  return make;
}

// MLIR lists what was registered to a terminal alone.
#define registerPass(...) registerPass(remembered(__VA_ARGS__))
#define GEN_PASS_REGISTRATION
#include "passes/passes.h.inc"
#undef registerPass
} // namespace

void registerPasses() {
  static const bool done = (registerNNPasses(), true);
  (void)done;
}

const std::vector<std::string> &passNames() {
  registerPasses();
  return names();
}

} // namespace qopt
