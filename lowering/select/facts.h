// What kernel rows are compared with.
#pragma once

#include "lowering/kernels/device_kernel.h"
#include "lowering/kernels/row.h"

namespace qopt {

struct Facts {
  std::vector<qrt::ElementType> types; // every one must be in the row's `inputs`
  int64_t channels = 1, reduced = 1;
  bool inOrder = false;          // floats whose sums or products have one order, along a row
  int64_t column = 0;            // of a reduction of several columns: values of each
  bool turned = false;           // of a copy: neighbours of what is read lie apart in the result
  int64_t rows = 1;              // of each matrix
  bool constantWeights = false;  // packed at load
  bool symmetricWeights = false; // i8, zero point 0
  int64_t groups = 1, inputPitch = 0;
  PoolForm pool = PoolForm::Any;
  bool depthwise = false; // a filter for each channel
  int64_t filterRows = 1; // of a window
};

} // namespace qopt
