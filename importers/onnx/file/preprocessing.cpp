#include "importers/onnx/file/preprocessing.h"

#include "ir/dialect.h"
#include "ir/values/keys.h"

#include "mlir/IR/Verifier.h"

#include <charconv>
#include <cmath>
#include <map>

using namespace mlir;

namespace qopt::onnx {

static constexpr llvm::StringLiteral meanKey = "qopt.mean.", deviationKey = "qopt.std.";

static std::string joined(ArrayRef<double> values) {
  std::string text;
  for (double value : values) {
    char digits[32];
    auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    text += (text.empty() ? "" : ",") + std::string(digits, end);
  }
  return text;
}

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
    const bool normalizes = !preprocess.getMean().empty();
    if (normalizes) {
      add(meanKey, joined(preprocess.getMean()));
      add(deviationKey, joined(preprocess.getStd()));
    }
    for (const auto &[setting, value] : nn::settingsOf(preprocess.getImage()))
      add("qopt." + setting + ".", value);
    if (normalizes)
      emitWarning(entry.getLoc()) << "input '" << name
                                  << "' of the exported model takes (raw - mean) / std: both are "
                                     "in its metadata alone";
  }
}

static bool parse(StringRef text, std::vector<double> &numbers) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  return llvm::all_of(parts, [&](StringRef part) {
    return !part.getAsDouble(numbers.emplace_back()) && std::isfinite(numbers.back());
  });
}

// What one entry says, of whichever input it is.
static std::string readEntry(StringRef key, StringRef value, nn::Preprocess &preprocess) {
  if (key == "mean" || key == "std") {
    std::vector<double> &numbers = key == "mean" ? preprocess.mean : preprocess.std;
    return !numbers.empty()        ? "is there twice"
           : parse(value, numbers) ? ""
                                   : "is no list of numbers";
  }
  std::string why = nn::setStep(preprocess.image, key, value);
  return why.empty() ? why : "is '" + value.str() + "': " + why;
}

// Keys are qopt.SETTING.INPUT.
static qrt::Status readAll(const proto::ModelProto &model,
                           std::map<std::string, nn::Preprocess> &stated) {
  for (const proto::StringStringEntryProto &one : model.metadata_props()) {
    StringRef key = one.key();
    if (!key.consume_front("qopt."))
      continue;
    auto [setting, input] = key.split('.');
    const bool isKnown = setting == "mean" || setting == "std" ||
                         llvm::is_contained(nn::imageSettings, std::string_view(setting));
    if (!isKnown || input.empty())
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
