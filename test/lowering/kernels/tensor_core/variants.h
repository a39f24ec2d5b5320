// The kernels that the bench tries, with their tiles, and which layers each takes.
#pragma once

#include "test/lowering/kernels/tensor_core/cuda_device.h"
#include "test/lowering/kernels/tensor_core/resnet50.h"

namespace qopt::test {

enum class Family { Tiled, Wide, Direct, First, Pool };

struct Variant {
  Family family = Family::Tiled;
  int pixels = 64, channels = 64, down = 2, across = 2, deep = 1, stages = 3, depth = 64;
  int resident = 2; // groups that shall fit a multiprocessor
  int pending = 0;  // of wide products
  int blockRows = 4;

  std::string name() const;
  bool isCudaOnly() const { return family == Family::Wide; }
  int items() const;
  int localBytes(const Conv &conv) const;
  bool takes(const ChainLayer &layer, int samples, int multiprocessors) const;
  std::string entry(Kind kind) const;
  /// The kernel file with all that stands before it.
  std::string text(const ChainLayer &layer, const std::string &root) const;
  LaunchSize launch(const Conv &conv, int samples, int multiprocessors) const;
};

std::vector<Variant> variants();

} // namespace qopt::test
