#include "importers/formats.h"

#include "importers/caffe/import.h"
#include "importers/graphdef/import.h"
#include "importers/onnx/import.h"
#include "importers/tflite/import.h"

using namespace mlir;

namespace qopt {

ArrayRef<Format> formats() {
  static constexpr llvm::StringLiteral onnx[] = {".onnx"};
  static constexpr llvm::StringLiteral prototxt[] = {".prototxt"};
  static constexpr llvm::StringLiteral tflite[] = {".tflite"};
  static constexpr llvm::StringLiteral graphs[] = {".pb", ".pbtxt", ".meta"};
  static constexpr Format table[] = {
      {"onnx", "an ONNX model", onnx, onnx::importFile, /*takesWeights=*/false,
       /*hasPhases=*/false, /*hasImagesLast=*/false, onnx::externalFiles},
      {"caffe", "a Caffe network", prototxt, caffe::importFile, /*takesWeights=*/true,
       /*hasPhases=*/true},
      {"tflite", "a TFLite model", tflite, tflite::importFile, /*takesWeights=*/false,
       /*hasPhases=*/false, /*hasImagesLast=*/true},
      {"graphdef", "a TensorFlow graph", graphs, graphdef::importFile, /*takesWeights=*/true,
       /*hasPhases=*/false, /*hasImagesLast=*/true, graphdef::variableFiles},
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
    if (llvm::any_of(format.extensions,
                     [&](StringRef end) { return path.ends_with_insensitive(end); }))
      return &format;
  return nullptr;
}

OwningOpRef<ModuleOp> importModel(const Format &format, MLIRContext *context,
                                  const std::string &path, const ImportOptions &options,
                                  ImportFailure &failure) {
  std::string has = format.title.str(), what;
  if (!options.weights.empty() && !format.takesWeights)
    what = has + " holds its weights itself: name no second file for them";
  else if ((!options.phase.empty() || !options.stages.empty()) && !format.hasPhases)
    what = has + " has no phases and stages: leave out --phase and --stage";
  if (what.empty())
    return format.import(context, path, options, failure);
  failure = refuseFile(context, path, qrt::invalidArgument(what));
  return nullptr;
}

} // namespace qopt
