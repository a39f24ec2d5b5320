// nn.preprocess in a model's metadata: "qopt.mean.<input>" and "qopt.std.<input>", numbers with
// commas between them, and "qopt.resize.<input>" and so on, as nn::settingsOf has them. ONNX has no
// word for it, so that nobody else reads it.
#pragma once

#include "importers/onnx/file/model_file.h"
#include "runtime/numerics/types/status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::onnx {

void writePreprocessing(mlir::func::FuncOp entry, proto::ModelProto &model);
/// Reads the preprocessing of inputs that the entry has; fails where the numbers are none, or do
/// not fit each other.
qrt::Status readPreprocessing(const proto::ModelProto &model, mlir::func::FuncOp entry);

} // namespace qopt::onnx
