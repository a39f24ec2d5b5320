// The importers' formats, and MLIR's own.
#include "importers/formats.h"

#include "importers/onnx/export/export.h"
#include "tools/libqopt/memory.h"
#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt {

static constexpr llvm::StringLiteral mlirExtensions[] = {".mlir", ".mlirbc"};

std::vector<std::string> formatNames() {
  std::vector<std::string> names;
  for (const Format &format : formats())
    names.push_back(format.name.str());
  names.push_back("mlir");
  return names;
}

std::vector<std::string> formatExtensions() {
  std::vector<std::string> extensions;
  for (const Format &format : formats())
    extensions.insert(extensions.end(), format.extensions.begin(), format.extensions.end());
  extensions.insert(extensions.end(), std::begin(mlirExtensions), std::end(mlirExtensions));
  return extensions;
}

std::string alternatives(const std::vector<std::string> &words) {
  std::string text = words.front();
  for (size_t i = 1; i < words.size(); ++i)
    text += (i + 1 < words.size() ? ", " : " or ") + words[i];
  return text;
}

std::string formatOf(std::string_view name) {
  llvm::StringRef path = name;
  auto ends = [&](llvm::StringRef extension) { return path.ends_with(extension); };
  if (path == "-" || llvm::any_of(mlirExtensions, ends))
    return "mlir";
  const Format *format = formatOfFile(path);
  return format ? format->name.str() : "";
}

qrt::Expected<std::string> exportOnnx(mlir::ModuleOp module, bool pairs, std::string version) {
  return orNoMemory("to write this network as ONNX",
                    [&] { return onnx::exportModule(module, {pairs, version}); });
}

bool takesWeights(std::string_view name) {
  const Format *format = findFormat(name);
  return format && format->takesWeights;
}

bool hasPhases(std::string_view name) {
  const Format *format = findFormat(name);
  return format && format->hasPhases;
}

} // namespace qopt
