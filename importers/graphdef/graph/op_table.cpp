#include "importers/graphdef/graph/op_table.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::graphdef {

const OpEntry *findConverter(llvm::StringRef op) {
  static const llvm::StringMap<const OpEntry *> table = [] {
    llvm::StringMap<const OpEntry *> all;
    for (auto list : {convOps(), poolOps(), matmulOps(), normOps(), elementwiseOps(), functionOps(),
                      reductionOps(), shapeOps(), sizeOps(), boxOps(), moveOps(), resizeOps(),
                      spaceBatchOps(), quantizeOps(), dequantizeOps(), controlOps()})
      for (const OpEntry &entry : list)
        all[entry.name] = &entry;
    return all;
  }();
  return table.lookup(op);
}

} // namespace qopt::graphdef
