// --compare: what there is to say of two networks.
#include "tools/qopt/actions.h"
#include "tools/qopt/same_network.h"

#include "tools/io/file.h"

namespace qopt::tool {

static void printNotes(const NetworkComparison &found, llvm::raw_ostream &stream) {
  if (found.renamed)
    stream << "note: " << found.renamed << " layers go by other names, the first is "
           << found.firstRenamed << "\n";
  if (found.ranges)
    stream << "note: " << found.ranges << " layers have other measured ranges, the first is "
           << found.firstRange << "\n";
}

int compareModules(mlir::ModuleOp first, mlir::ModuleOp second, Compared what) {
  const bool isAcross = what == Compared::AcrossFormats;
  auto found = isAcross ? compareAcrossFormats(first, second) : compareNetworks(first, second);
  if (!found)
    return report(found.status());
  qrt::Status status = io::writeStdout([&](llvm::raw_ostream &stream) {
    if (found->difference.empty()) {
      stream << "the same network, of " << found->layers << " layers"
             << (isAcross ? ", but for names and layout\n" : "\n");
      printNotes(*found, stream);
    } else {
      stream << "different: " << found->difference << "\n";
    }
  });
  return !status.ok() ? report(status) : found->difference.empty() ? Success : Failure;
}

} // namespace qopt::tool
