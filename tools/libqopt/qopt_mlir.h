// libqopt for those who speak MLIR: writers of passes, and hosts that hand in
// modules of their own. Hosts that only load and run need qopt.h alone.
//
//   auto context = qopt::makeContext();
//   auto module = qopt::loadModule(*context, "net.onnx");
//   qopt::runPasses(**module, "fold-batch-norm");
//   auto model = qopt::CompiledModel::compile(**module, "host:4");
#pragma once

#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "tools/libqopt/qopt.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace qopt {

/// A context that knows our dialects; registers our passes, too.
std::unique_ptr<mlir::MLIRContext> makeContext();

using Module = mlir::OwningOpRef<mlir::ModuleOp>;

/// Returns for a file or folder that other tools make, judged by its name, what makes a model of it
/// that is read. Empty where nothing is known.
std::string whyNotRead(std::string_view path);

/// Reads and verifies. "-" is standard input, as MLIR text or bytecode where no format is said.
qrt::Expected<Module> loadModule(mlir::MLIRContext &context, const std::string &path,
                                 const LoadOptions &options = {});

/// The same for text or bytecode in memory.
qrt::Expected<Module> parseModule(mlir::MLIRContext &context, llvm::StringRef source,
                                  Origin origin = Origin::Unknown);

/// Runs passes on the module: "fold-batch-norm,insert-quant{profile=qopt}", or
/// a whole "builtin.module(…)". After an error the module is unusable.
qrt::Status runPasses(mlir::ModuleOp module, llvm::StringRef pipeline);
/// Every message names a file: `file`, where a place knows none.
qrt::Status runPasses(mlir::ModuleOp module, llvm::StringRef pipeline, llvm::StringRef file);

/// Sets nn.preprocess on the image argument as LoadOptions says; loadModule does so itself.
qrt::Status setPreprocess(mlir::ModuleOp module, const nn::PreprocessOverrides &preprocess);

/// A model in another format as it is to be written, and whether what lies in a file since, read
/// again, is what was exported: an error names the place.
struct WrittenModel {
  std::string bytes;
  std::function<qrt::Status(llvm::StringRef fileBytes)> check;
};

/// The entry as an ONNX model. Quantized layers are an error, or with `pairs` stand as
/// DequantizeLinear, the real layer, QuantizeLinear. `version` is the producer's.
qrt::Expected<WrittenModel> exportOnnx(mlir::ModuleOp module, bool pairs, std::string version);

/// The entry as a TFLite model, quantized layers as the format's own. `version` is the producer's.
qrt::Expected<WrittenModel> exportTflite(mlir::ModuleOp module, std::string version);

/// Compiles the entry for a device, without loading it.
qrt::Expected<std::shared_ptr<const qrt::Program>>
compile(mlir::ModuleOp module, const qrt::DeviceDescription &device, const Tuning *tuning = nullptr,
        qrt::FloatOrder order = qrt::FloatOrder::Fast);

/// The entry's inputs and outputs; a value that is returned twice is two outputs.
qrt::Expected<Ports> portsOf(mlir::ModuleOp module);

/// Makes every value of the entry that has a key an output of it, once each,
/// after the outputs it has: for comparing networks value by value.
qrt::Status exposeAllValues(mlir::ModuleOp module);

/// Bytes of the module's distinct constants, biases and tables included.
int64_t weightBytes(mlir::ModuleOp module);
/// Some value is quantized.
bool holdsSteps(mlir::ModuleOp module);
/// Multiply-adds of one run of the entry at `batch`.
int64_t multiplyAdds(mlir::ModuleOp module, int64_t batch);

/// SHA-256 in hexadecimal of the module's text without locations; weights
/// count by their content hashes.
std::string moduleHash(mlir::ModuleOp module);

} // namespace qopt
