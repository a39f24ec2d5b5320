// The interpreter's kernels: versions of operators and the types that they take.
#pragma once

#include "importers/tflite/file/schema.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace qopt::tflite {

/// The version that an operator has in a file where it reads or writes these elements.
int32_t operatorVersion(schema::BuiltinOperator code, llvm::ArrayRef<schema::TensorType> elements);
/// Names the type that has no kernel, and those that have; empty where the interpreter takes an
/// operator on these elements. An absent input counts as FLOAT32.
std::string whyNoKernel(schema::BuiltinOperator code, llvm::ArrayRef<schema::TensorType> inputs,
                        llvm::ArrayRef<schema::TensorType> outputs);

} // namespace qopt::tflite
