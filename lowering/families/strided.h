// Values that a call reads or writes whole, wherever their elements lie.
#pragma once

#include "lowering/build/program_builder.h"

namespace qopt {

inline qrt::StridedAccess accessOf(const View &view) {
  return {{view.strides.begin(), view.strides.end()}, view.offset};
}

/// A result, where its readers want it.
inline View writtenView(ProgramBuilder &builder, mlir::Value value) {
  Layout layout = builder.wishFor(value, Layout::rowMajor(sizesOf(value).size())).dense();
  builder.defineResult(value, layout);
  return builder.viewOf(value);
}

} // namespace qopt
