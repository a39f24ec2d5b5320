// nn.attention takes one of these forms. This is plain C++: hosts without MLIR read it, too.
#pragma once

namespace qopt {

/// It stays float, or is taken apart into products of integers and a float softmax between them
/// (I1).
enum class AttentionForm { Float, Integer };

} // namespace qopt
