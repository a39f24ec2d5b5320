// The kernels that the bench tries, with their tiles, and which convolutions each takes.
#pragma once

#include "test/lowering/kernels/tensor_core/cuda_device.h"
#include "test/lowering/kernels/tensor_core/quantized_conv.h"

namespace qopt::test {

struct Variant {
  std::string file, entry;
  int pixels = 64, channels = 64, down = 2, across = 2, stages = 3, depth = 64, splits = 1;
  int resident = 2; // groups that shall fit a multiprocessor
  bool isDirect = false;

  std::string name() const;
  int localBytes(const QuantizedConv &conv) const;
  bool takes(const QuantizedConv &conv, int samples, int multiprocessors) const;
  /// The kernel file with all that stands before it.
  std::string text(const QuantizedConv &conv, const std::string &root) const;
  LaunchSize launch(const QuantizedConv &conv, int samples, int multiprocessors) const;
};

std::vector<Variant> variants();

/// A kernel file of lowering/kernels with the headers that stand before it.
std::string kernelText(const std::string &root, const std::string &file);

} // namespace qopt::test
