// Kernels of attention in one call share this: where its matrices lie, what its programs are in a
// kernel's text, and the order of a kernel's arguments.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// The arguments queries, keys, values, result and rows. Defines KEYS, DEPTH and WIDTH; of QUERY,
/// KEY and VALUE _AT(n), where matrix n begins, _ROW and _ELEMENT, strides in elements, and
/// _CHUNKS, whether 16 bytes begin where 16 bytes of a row do; RESULT_ROW(n, row). Unsupported
/// where a kernel's indices would not hold its sizes.
qrt::Status defineAttention(LaunchDraft &draft, const qrt::AttentionCall &call);

/// INPUT_TYPE, QUERY_TYPE, KEY_TYPE, WEIGHT_TYPE and VALUE_TYPE of attention of bytes.
void defineByteTypes(LaunchDraft &draft, const qrt::AttentionCall &call);

/// SCORE(acc, n, p, c): the score of query p and key c of matrix n, as it is read where it is
/// stored; WEIGHT(share, score), likewise; WEIGHT_READS_SCORE. And the epilogue. Last of all.
qrt::Status addAttentionPrograms(LaunchDraft &draft, const qrt::AttentionCall &call);

} // namespace qopt
