// Every kernel there is, and the text of the kernel files.
#pragma once

#include "lowering/kernels/conv2d_rows.h"
#include "lowering/kernels/matmul_rows.h"
#include "lowering/kernels/walk_rows.h"
#include "lowering/kernels/window_rows.h"

namespace qopt {

struct KernelTable {
  std::string_view family;
  std::span<const KernelRow> rows;
};

/// In the order of qrt::Call's alternatives.
inline constexpr KernelTable kernelTables[] = {
    {"conv2d", conv2dRows}, {"matmul", matmulRows},   {"pool2d", pool2dRows},
    {"reduce", reduceRows}, {"softmax", softmaxRows}, {"elementwise", elementwiseRows},
    {"copy", copyRows},     {"fill", fillRows},       {"observe", observeRows},
};

/// The text of a file of lowering/kernels; asserts that it exists.
std::string_view kernelFile(std::string_view name);

} // namespace qopt
