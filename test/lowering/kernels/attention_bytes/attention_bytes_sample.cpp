#include "test/lowering/kernels/attention_samples.h"

namespace qopt::test::samples::attention_bytes {
namespace {

constexpr KernelSample samples[] = {
    {"attention.i8", {qrt::ElementType::I8, qrt::ElementType::U8}, byteAttention}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::attention_bytes
