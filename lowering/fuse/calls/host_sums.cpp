#include "lowering/fuse/calls/host_sums.h"

namespace qopt {

void sumByTiles(qrt::Program &calls) {
  if (!qrt::allowsOtherTerms(calls.floatOrder))
    return;
  for (qrt::Node &node : calls.nodes) {
    auto *call = std::get_if<qrt::Call>(&node.work);
    auto *conv = call ? std::get_if<qrt::Conv2dCall>(call) : nullptr;
    if (conv && gainsByTiles(*conv))
      conv->sums = qrt::Conv2dSums::Tiles;
  }
}

} // namespace qopt
