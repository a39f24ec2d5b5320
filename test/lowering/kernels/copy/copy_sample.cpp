#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::copy {
namespace {

using qrt::ElementType;

/// A picture of so many pixels by so many channels, turned.
template <int64_t rows, int64_t columns> Sample turned(ElementType type) {
  Sample sample{CaseBuilder(type, 64), {}};
  sample.call = qrt::CopyCall{perSample(1),
                              {{1, rows, columns}},
                              sample.builder.buffer(empty(type, {1, columns, rows})),
                              {{rows * columns, 1, rows}},
                              {{rows * columns, columns, 1}}};
  return sample;
}

Sample fill(ElementType type) { return {CaseBuilder(type, 64), qrt::FillCall{perSample(64), 5}}; }

constexpr KernelSample samples[] = {{"copy.cpu", storedTypes, turned<3, 4>},
                                    {"copy.turned", storedTypes, turned<16, 16>},
                                    {"copy.gpu", storedTypes, turned<3, 4>},
                                    {"fill.cpu", storedTypes, fill},
                                    {"fill.gpu", storedTypes, fill}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::copy
