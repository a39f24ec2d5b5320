// qopt calls this function when it loads the plugin.
#include "example_passes.h"

#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "example_passes", "1", [] {
            registerMergeRelus();
            registerRoundWeights();
          }};
}
