#include "importers/tflite/graph/op_table.h"

#include "llvm/ADT/DenseMap.h"

namespace qopt::tflite {

static const llvm::DenseMap<int32_t, Converter *> &converters() {
  static const llvm::DenseMap<int32_t, Converter *> table = [] {
    llvm::DenseMap<int32_t, Converter *> all;
    for (auto list :
         {convOps(), poolOps(),     resizeOps(),    productOps(),     normOps(),    chooseOps(),
          stepOps(), sequenceOps(), reductionOps(), quantizeOps(),    binaryOps(),  unaryOps(),
          bitOps(),  shapeOps(),    boxOps(),       splitOps(),       padOps(),     blockOps(),
          moveOps(), generateOps(), scatterOps(),   suppressionOps(), spectrumOps()})
      for (const OpEntry &entry : list)
        all[int32_t(entry.code)] = entry.convert;
    return all;
  }();
  return table;
}

Converter *findConverter(schema::BuiltinOperator code) {
  return converters().lookup(int32_t(code));
}

std::vector<std::string> operatorNames() {
  std::vector<std::string> names;
  for (const auto &[code, convert] : converters())
    names.push_back(schema::EnumNameBuiltinOperator(schema::BuiltinOperator(code)));
  llvm::sort(names);
  return names;
}

} // namespace qopt::tflite
