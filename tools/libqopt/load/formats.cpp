// The importers' formats, and MLIR's own.
#include "importers/formats.h"

#include "importers/onnx/export/export.h"
#include "importers/tflite/export/export.h"
#include "tools/libqopt/image_order.h"
#include "tools/libqopt/memory.h"
#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

std::vector<std::string> ownFilesOf(const std::string &model) {
  const Format *format = formatOfFile(model);
  return format && format->ownFiles ? format->ownFiles(model) : std::vector<std::string>();
}

namespace {
struct OtherFormat {
  llvm::StringLiteral extensions, title, remedy; // extensions are separated by spaces
};
} // namespace

static constexpr llvm::StringLiteral byTf2onnx = "convert it to ONNX with tf2onnx",
                                     byTorch = "write it as ONNX with torch.onnx.export",
                                     byItsTool = "give the ONNX model that it was made of";
static constexpr OtherFormat otherFormats[] = {
    {".h5 .keras .hdf5", "a Keras model", byTf2onnx},
    {".pt .pth .pt2 .ckpt .torchscript", "a PyTorch file", byTorch},
    {".safetensors .gguf .ggml", "weights without a network",
     "write the network as ONNX, with torch.onnx.export or optimum-cli export onnx"},
    {".pdmodel .pdiparams", "a Paddle model", "convert it to ONNX with paddle2onnx"},
    {".mlmodel .mlpackage .mlmodelc", "a Core ML model",
     "write the network it was made of as ONNX"},
    {".ort .engine .plan .trt .blob .dlc .rknn", "compiled for one runtime", byItsTool},
    {".qart", "a compiled program",
     "give the model that it was made of; qrun run, label, eval and bench take it"},
    {".xml", "an OpenVINO network", byItsTool},
    {".param .bin .mnn .tnnmodel", "of a runtime of its own", byItsTool},
};

std::string whyNotRead(std::string_view name) {
  llvm::StringRef path = name, extension = llvm::sys::path::extension(path);
  if (extension.equals_insensitive(".caffemodel"))
    return "holds a Caffe network's weights: give its .prototxt, and --weights=" + path.str();
  if (llvm::sys::fs::exists(path + "/saved_model.pb"))
    return "is a TensorFlow SavedModel's folder: name the file in it, " + path.rtrim('/').str() +
           "/saved_model.pb";
  for (const OtherFormat &format : otherFormats) {
    llvm::SmallVector<llvm::StringRef> own;
    format.extensions.split(own, ' ');
    if (!extension.empty() &&
        llvm::any_of(own, [&](llvm::StringRef one) { return extension.equals_insensitive(one); }))
      return "is " + format.title.str() + ", which is not read: " + format.remedy.str();
  }
  return "";
}

qrt::Expected<WrittenModel> exportOnnx(mlir::ModuleOp module, bool pairs, std::string version) {
  return orNoMemory("to write this network as ONNX", [&]() -> qrt::Expected<WrittenModel> {
    auto model = onnx::exportModule(module, {pairs, version});
    if (!model)
      return model.status();
    return WrittenModel{std::move(model->bytes), std::move(model->check)};
  });
}

qrt::Expected<WrittenModel> exportTflite(mlir::ModuleOp module, std::string version) {
  return orNoMemory("to write this network for TFLite", [&]() -> qrt::Expected<WrittenModel> {
    auto model = tflite::exportModule(module, version);
    if (!model)
      return model.status();
    return WrittenModel{std::move(model->bytes), std::move(model->check)};
  });
}

bool takesWeights(std::string_view name) {
  const Format *format = findFormat(name);
  return format && format->takesWeights;
}

bool hasImagesLast(std::string_view name) {
  const Format *format = findFormat(name);
  return format && format->hasImagesLast;
}

bool hasPhases(std::string_view name) {
  const Format *format = findFormat(name);
  return format && format->hasPhases;
}

} // namespace qopt
