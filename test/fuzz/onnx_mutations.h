// Field-aware damage to ONNX models, through protobuf's reflection.
#pragma once

#include "importers/onnx/file/onnx.pb.h"
#include "test/fuzz/watch.h"

#include <string>

namespace qopt::onnx::test {

using qopt::test::Random;

/// Changes one field somewhere in the model: an extreme number, another name,
/// a cut or stretched array, an element doubled, dropped or swapped, a
/// submessage cleared or replaced by another of its type.
void mutateField(proto::ModelProto &model, Random &random);

/// Flips, inserts or cuts bytes of a serialized model.
void mutateBytes(std::string &bytes, Random &random);

} // namespace qopt::onnx::test
