// Sound TFLite models that the fuzzer damages: of every family of operators.
#pragma once

#include "test/importers/tflite/model_builder.h"

namespace qopt::test {

std::vector<tflite::test::ModelBuilder> tfliteSeeds();

} // namespace qopt::test
