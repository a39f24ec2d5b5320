// Parts of a graph run here if the importer, the passes and the compiler take them.
#pragma once

#include "tools/onnxruntime/compiled_part.h"

namespace qopt::ort {

struct Claim {
  std::vector<size_t> places; // of the reader's nodes
  std::shared_ptr<CompiledPart> part;
};

/// Asks for all parts; what is refused names nodes, which stay, and the rest is asked for anew.
/// Each node that stays has a `why` then. A part of fewer multiply-adds stays, too, unless it is a
/// whole model.
std::vector<Claim> claimParts(GraphReader &reader, const PartOptions &options,
                              int64_t minMultiplyAdds);

} // namespace qopt::ort
