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
    auto add = [&](StringRef key, ArrayRef<double> values) {
      proto::StringStringEntryProto &entry = *model.add_metadata_props();
      entry.set_key(key.str() + name);
      entry.set_value(joined(values));
    };
    add(meanKey, preprocess.getMean());
    add(deviationKey, preprocess.getStd());
    emitWarning(entry.getLoc()) << "input '" << name
                                << "' of the exported model takes (raw - mean) / std: both are in "
                                   "its metadata alone";
  }
}

static bool parse(StringRef text, std::vector<double> &numbers) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  return llvm::all_of(parts, [&](StringRef part) {
    return !part.getAsDouble(numbers.emplace_back()) && std::isfinite(numbers.back());
  });
}

qrt::Status readPreprocessing(const proto::ModelProto &model, func::FuncOp entry) {
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> stated;
  for (const proto::StringStringEntryProto &one : model.metadata_props()) {
    StringRef key = one.key();
    const bool isMean = key.consume_front(meanKey);
    if (!isMean && !key.consume_front(deviationKey))
      continue;
    auto &[mean, deviation] = stated[key.str()];
    if (!(isMean ? mean : deviation).empty())
      return qrt::invalidArgument("metadata '" + one.key() + "' is there twice");
    if (!parse(one.value(), isMean ? mean : deviation))
      return qrt::invalidArgument("metadata '" + one.key() + "' is no list of numbers");
  }
  std::vector<std::string> names = nn::inputNames(entry);
  for (const auto &[input, numbers] : stated) {
    auto at = llvm::find(names, input);
    if (at == names.end())
      continue; // the graph was cut behind it
    MLIRContext *context = entry.getContext();
    std::string why;
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      why = diagnostic.str();
      return success();
    });
    auto attribute =
        nn::PreprocessAttr::getChecked([&] { return emitError(UnknownLoc::get(context)); }, context,
                                       DenseF64ArrayAttr::get(context, numbers.first),
                                       DenseF64ArrayAttr::get(context, numbers.second));
    if (attribute) {
      entry.setArgAttr(unsigned(at - names.begin()), nn::preprocessAttr, attribute);
      if (succeeded(mlir::verify(entry, /*verifyRecursively=*/false)))
        continue;
    }
    return qrt::invalidArgument("metadata of input '" + input + "': " + why);
  }
  return {};
}

} // namespace qopt::onnx
