#include "importers/formats.h"

#include "importers/onnx/import.h"

using namespace mlir;

namespace qopt {

ArrayRef<Format> formats() {
  static constexpr llvm::StringLiteral onnx[] = {".onnx"};
  static constexpr Format table[] = {
      {"onnx", "an ONNX model", onnx, onnx::importFile, /*needsWeights=*/false},
  };
  return table;
}

const Format *findFormat(StringRef name) {
  for (const Format &format : formats())
    if (format.name == name)
      return &format;
  return nullptr;
}

const Format *formatOfFile(StringRef path) {
  for (const Format &format : formats())
    if (llvm::any_of(format.extensions, [&](StringRef end) { return path.ends_with(end); }))
      return &format;
  return nullptr;
}

OwningOpRef<ModuleOp> importModel(const Format &format, MLIRContext *context,
                                  const std::string &path, const ImportOptions &options,
                                  ImportFailure &failure) {
  if (options.weights.empty() != format.needsWeights)
    return format.import(context, path, options, failure);
  std::string has = format.title.str();
  failure =
      refuseFile(context, path,
                 qrt::invalidArgument(format.needsWeights
                                          ? has + " keeps its weights in a second file: name it"
                                          : has + " holds its weights itself: name no second "
                                                  "file for them"));
  return nullptr;
}

} // namespace qopt
