// A recurrent cell's programs, said by what they read.
#pragma once

#include "runtime/calls/recurrent/recurrent.h"

namespace qrt::test {

/// One program of a cell; `build` gets the builder, read(input) and gate(g): a gate's sums.
template <typename Build> ScalarProgram cellProgram(Build build) {
  ScalarBuilder b;
  auto read = [&](uint32_t input) {
    return b.input({ScalarInputKind::Tensor, ElementType::F32, input});
  };
  auto gate = [&](int64_t g) {
    return b.apply(ScalarOp::AddF, read(recurrent::projection(g)), read(recurrent::sum(g)));
  };
  return b.finish(build(b, read, gate), ElementType::F32);
}

} // namespace qrt::test
