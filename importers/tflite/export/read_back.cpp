#include "importers/tflite/export/read_back.h"

#include "importers/tflite/import.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace qopt::tflite {

namespace {
/// A port's elements, with scale and zero point as the file has them, and sizes, the smallest
/// first; an open size is -1.
struct Port {
  std::optional<qrt::ElementType> storage;
  float scale = 1;
  int64_t zeroPoint = 0;
  SmallVector<int64_t> sizes;
  bool operator==(const Port &other) const = default;
};

struct Ports {
  std::vector<Port> inputs, outputs;
};
} // namespace

static std::vector<Port> portsOf(TypeRange types) {
  std::vector<Port> ports;
  for (Type type : types) {
    Type element = cast<RankedTensorType>(type).getElementType();
    Port port{nn::storageType(element)};
    if (std::optional<nn::QuantParams> params = nn::quantParams(element)) {
      port.scale = float(params->scale);
      port.zeroPoint = params->zeroPoint;
    }
    for (const nn::Dim &size : nn::symbolicShape(type))
      port.sizes.push_back(size.isStatic() ? size.value() : -1);
    llvm::sort(port.sizes);
    ports.push_back(std::move(port));
  }
  return ports;
}

static Ports portsOf(func::FuncOp entry) {
  return {portsOf(entry.getArgumentTypes()), portsOf(entry.getResultTypes())};
}

static std::string unlike(StringRef what, ArrayRef<Port> written, ArrayRef<Port> read) {
  if (written.size() != read.size())
    return (Twine(read.size()) + " " + what + "s for " + Twine(written.size())).str();
  for (size_t i = 0; i < written.size(); ++i)
    if (!(written[i] == read[i]))
      return (Twine("another type of ") + what + " " + Twine(i)).str();
  return "";
}

// A context keeps the elements of all constants that it has read until it ends: this one is the
// check's own.
static qrt::Status compared(const Ports &written, StringRef bytes) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string said;
  ScopedDiagnosticHandler collects(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && said.empty())
      said = diagnostic.str();
    return success();
  });
  ImportFailure failure = ImportFailure::None;
  OwningOpRef<ModuleOp> module = importBytes(&context, bytes, "the written file", failure);
  if (!module)
    return qrt::invalidArgument("the written file does not read back, and is not kept: " + said);
  const Ports read = portsOf(nn::entryOf(*module));
  std::string why = unlike("input", written.inputs, read.inputs);
  if (why.empty())
    why = unlike("output", written.outputs, read.outputs);
  if (why.empty())
    return {};
  return qrt::invalidArgument("the written file reads back with " + why + ", and is not kept");
}

std::function<qrt::Status(StringRef)> readBackOf(func::FuncOp entry) {
  return [written = portsOf(entry)](StringRef bytes) { return compared(written, bytes); };
}

} // namespace qopt::tflite
