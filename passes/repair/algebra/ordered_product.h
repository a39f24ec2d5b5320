// Products of Eigen's matrices whose bits are the same on every instruction set.
#pragma once

#include "runtime/numerics/matmul/doubles/double_product.h"

#include <Eigen/Core>

namespace qopt {

/// A block of a matrix, which outlives it.
using MatrixBlock = Eigen::Ref<const Eigen::MatrixXd>;

inline qrt::DoubleMatrix asIs(const MatrixBlock &of) { return {of.data(), 1, of.outerStride()}; }
inline qrt::DoubleMatrix turned(const MatrixBlock &of) { return {of.data(), of.outerStride(), 1}; }

/// Adds a·b to `sums`, of which each element takes its `inner` products in order, as Eigen's own
/// kernels do not: they part sums by the sizes of the processor's caches.
inline void addProduct(const qrt::DoubleMatrix &a, const qrt::DoubleMatrix &b, int64_t inner,
                       Eigen::Ref<Eigen::MatrixXd> sums) {
  qrt::addDoubleProduct(qrt::defaultIsa(), {sums.rows(), sums.cols(), inner}, a, b, sums.data(),
                        sums.outerStride());
}

/// Subtracts a·b from `sums`, likewise.
inline void subtractProduct(const qrt::DoubleMatrix &a, const qrt::DoubleMatrix &b, int64_t inner,
                            Eigen::Ref<Eigen::MatrixXd> sums) {
  qrt::subtractDoubleProduct(qrt::defaultIsa(), {sums.rows(), sums.cols(), inner}, a, b,
                             sums.data(), sums.outerStride());
}

} // namespace qopt
