#include "importers/common/graph/forced_sizes.h"

using namespace mlir;

namespace qopt {

OwningOpRef<ModuleOp>
importForcing(MLIRContext *context, const std::string &path,
              llvm::function_ref<OwningOpRef<ModuleOp>(std::vector<ForcedSize> &forced)> once) {
  std::vector<ForcedSize> forced;
  for (;;) {
    std::vector<Diagnostic> said;
    OwningOpRef<ModuleOp> module;
    const size_t before = forced.size();
    {
      ScopedDiagnosticHandler keep(
          context, [&](Diagnostic &diagnostic) { said.push_back(std::move(diagnostic)); });
      module = once(forced);
    }
    if (!module && forced.size() > before)
      continue;
    for (const ForcedSize &size : forced)
      if (module)
        fileRemark(context, path) << "'" << size.key << "' is " << size.size << ": layer '"
                                  << size.layer << "' takes no other size";
    for (Diagnostic &diagnostic : said)
      context->getDiagEngine().emit(std::move(diagnostic));
    return module;
  }
}

} // namespace qopt
