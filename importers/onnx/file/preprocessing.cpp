#include "importers/onnx/file/preprocessing.h"

#include "ir/dialect.h"
#include "ir/values/keys.h"

#include "mlir/IR/Verifier.h"

#include <map>

using namespace mlir;

namespace qopt::onnx {

void writePreprocessing(func::FuncOp entry, proto::ModelProto &model) {
  std::vector<std::string> names = nn::inputNames(entry);
  for (auto [i, name] : llvm::enumerate(names)) {
    auto preprocess = entry.getArgAttrOfType<nn::PreprocessAttr>(unsigned(i), nn::preprocessAttr);
    if (!preprocess)
      continue;
    auto add = [&](StringRef key, const std::string &value) {
      proto::StringStringEntryProto &entry = *model.add_metadata_props();
      entry.set_key(key.str() + name);
      entry.set_value(value);
    };
    for (const auto &[setting, value] : nn::settingsOf(preprocess.getValue()))
      add("qopt." + setting + ".", value);
    if (preprocess.getValue().normalizes())
      emitWarning(entry.getLoc()) << "input '" << name
                                  << "' of the exported model takes (raw - mean) / std: both are "
                                     "in its metadata alone";
  }
}

// Reads one entry into `preprocess`. Returns what is wrong with it; empty where nothing is.
static std::string readEntry(StringRef key, StringRef value, nn::Preprocess &preprocess) {
  const bool isNumbers = key == "mean" || key == "std";
  if (isNumbers && !(key == "mean" ? preprocess.mean : preprocess.std).empty())
    return "is there twice";
  std::string why = nn::setSetting(preprocess, key, value);
  return why.empty() ? why
         : isNumbers ? "is no list of numbers"
                     : "is '" + value.str() + "': " + why;
}

// Keys are qopt.SETTING.INPUT.
static qrt::Status readAll(const proto::ModelProto &model,
                           std::map<std::string, nn::Preprocess> &stated) {
  for (const proto::StringStringEntryProto &one : model.metadata_props()) {
    StringRef key = one.key();
    if (!key.consume_front("qopt."))
      continue;
    auto [setting, input] = key.split('.');
    if (!llvm::is_contained(nn::preprocessSettings, std::string_view(setting)) || input.empty())
      continue;
    if (std::string why = readEntry(setting, one.value(), stated[input.str()]); !why.empty())
      return qrt::invalidArgument("metadata '" + one.key() + "' " + why);
  }
  return {};
}

qrt::Status readPreprocessing(const proto::ModelProto &model, func::FuncOp entry) {
  std::map<std::string, nn::Preprocess> stated;
  if (qrt::Status status = readAll(model, stated); !status.ok())
    return status;
  std::vector<std::string> names = nn::inputNames(entry);
  for (const auto &[input, preprocess] : stated) {
    auto at = llvm::find(names, input);
    if (at == names.end() || preprocess == nn::Preprocess())
      continue; // the graph was cut behind it, or it says what is so anyway
    MLIRContext *context = entry.getContext();
    std::string why;
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      why = diagnostic.str();
      return success();
    });
    if (auto attribute = nn::PreprocessAttr::getChecked(
            [&] { return emitError(UnknownLoc::get(context)); }, context, preprocess)) {
      entry.setArgAttr(unsigned(at - names.begin()), nn::preprocessAttr, attribute);
      if (succeeded(mlir::verify(entry, /*verifyRecursively=*/false)))
        continue;
    }
    return qrt::invalidArgument("metadata of input '" + input + "': " + why);
  }
  return {};
}

} // namespace qopt::onnx
