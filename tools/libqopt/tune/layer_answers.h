// Makes the inputs of single layers that are measured, and checks that two kernels answer alike;
// private to libqopt.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <span>

namespace qopt {

/// Reproducible: integers over their type's range, or a thousand, floats in [−1, 1).
qrt::Tensor noise(qrt::ElementType type, qrt::Shape shape, uint64_t seed);

/// Returns why the answers are not those of the kernel that heuristics choose; empty where they
/// are: the same integers, floats as near as another order of sums is. Integers made of float sums
/// may be one step apart.
std::string whyUnlike(std::span<const qrt::Tensor> answers, std::span<const qrt::Tensor> expected,
                      bool sumsFloats);

} // namespace qopt
