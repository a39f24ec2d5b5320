#include "ir/dialect.h"
#include "passes/passes.h"

namespace qopt {
namespace {
#define GEN_PASS_REGISTRATION
#include "passes/passes.h.inc"
} // namespace

void registerPasses() { registerNNPasses(); }

} // namespace qopt
