// The factor by which rounding passes errors on (GPTQ: Frantar et al. 2022).
#pragma once

#include <Eigen/Core>

namespace qopt {

/// Makes of `h`, symmetric, the upper U with UᵀU = h⁻¹, in its place; what lies below the diagonal
/// is of no use then. False where h is not positive definite, which leaves nothing of it.
bool makeInverseFactor(Eigen::MatrixXd &h);

} // namespace qopt
