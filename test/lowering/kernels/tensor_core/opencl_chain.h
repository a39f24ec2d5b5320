// The chain of convolutions through OpenCL, of the same kernel texts.
#pragma once

#include "test/lowering/kernels/tensor_core/resnet50.h"
#include "test/lowering/kernels/tensor_core/variants.h"

namespace qopt::test {

struct OpenClResult {
  std::string problem; // where it could not run
  std::string device;
  int exact = 0;                  // layers
  std::vector<double> times;      // µs of each run, sorted
  std::vector<double> layerTimes; // µs of each layer in one run
  std::vector<Variant> chosen;    // for each layer
};

/// `candidates`: of each layer, of which the fastest here runs; `images`: what each buffer holds of
/// image n modulo their number.
OpenClResult runOpenCl(const Chain &chain, const std::vector<std::vector<Variant>> &candidates,
                       int batch, const std::vector<std::vector<std::vector<uint8_t>>> &images,
                       const std::string &root, int multiprocessors, int runs);

} // namespace qopt::test
