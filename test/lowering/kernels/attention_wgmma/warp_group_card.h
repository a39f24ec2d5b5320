// A card of warp groups, for attention.
#pragma once

#include "test/lowering/kernels/byte_attention_case.h"

namespace qopt::test {

/// With as many multiprocessors as an H100 has.
inline qrt::DeviceDescription warpGroupCard() {
  qrt::DeviceDescription card = attentionCard();
  card.computeCapability = 90;
  card.localMemoryBytes = 227 * 1024;
  card.computeUnits = 132;
  card.wgmma = true;
  return card;
}

} // namespace qopt::test
