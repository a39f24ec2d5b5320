// The sound models that the fuzzer damages; together they use every operator.
#pragma once

#include "test/importers/onnx/model_builder.h"

namespace qopt::onnx::test {

std::vector<ModelBuilder> seedModels();

} // namespace qopt::onnx::test
