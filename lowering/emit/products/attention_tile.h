// Tiles of kernels/common/attention_tile.h: what its kernels, whose warps hold 16 queries each and
// run along the keys, say alike of themselves.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/kernels/type_set.h"

namespace qopt::attention_tile {

/// So many times 16 queries a group (`down`), so many keys at a time (`channels`); a warp each, or
/// `across` warps that share the keys of 16 queries.
inline constexpr KernelParameters space[] = {{.channels = 64, .down = 4},
                                             {.channels = 128, .down = 4},
                                             {.channels = 256, .down = 4},
                                             {.channels = 64, .down = 8},
                                             {.channels = 128, .down = 8},
                                             {.channels = 64, .down = 2},
                                             {.channels = 128, .down = 2},
                                             {.channels = 256, .down = 2},
                                             {.channels = 64, .down = 1},
                                             {.channels = 128, .down = 1},
                                             {.channels = 64, .down = 1, .across = 4},
                                             {.channels = 64, .down = 1, .across = 2},
                                             {.channels = 64, .down = 2, .across = 2},
                                             {.channels = 128, .down = 2, .across = 2},
                                             {.channels = 128, .down = 1, .across = 4},
                                             {.channels = 256, .down = 1, .across = 4}};

/// A group's, in elements and bytes of local memory.
struct Tile {
  int64_t rows = 0, step = 0;                       // queries, keys at a time
  int64_t slices = 1;                               // warps that share the keys of 16 queries
  int64_t depth = 0, width = 0;                     // padded to what the tensor cores take
  int64_t keyPitch = 0, valuePitch = 0, stages = 0; // bytes; stages of keys and values
  bool valuesReplaceKeys = false;                   // they come when all scores are computed
  int64_t toldBytes = 0;                            // behind them: what warps tell each other
  int64_t localBytes = 0;

  double groups(const qrt::AttentionCall &call, int64_t batch) const;
};

/// All but pitches and local memory; tensor cores take `keys` keys and elements of a key together.
Tile begun(const qrt::AttentionCall &call, const KernelParameters &parameters, int64_t keys);
/// Local memory for the queries and all stages, or for the results that take their place.
int64_t localBytes(const Tile &tile);

/// Empty where a device has tensor cores, and the operands are of `types`.
std::string whyDeviceNot(const CallSite &site, const qrt::AttentionCall &call,
                         const TypeSet &types);
/// `partials`: sums that an item holds beside a quarter of a row's scores and of its results,
/// twice.
std::string whyTileNot(const CallSite &site, const qrt::AttentionCall &call,
                       const KernelParameters &parameters, const Tile &tile, int64_t partials);

/// Returns how long `groups` take, in what one takes alone, where `resident` fit a multiprocessor
/// and hide each other's waits. Slices have as many warps' own work beside a fraction of their
/// queries', so that they gain while schedulers have little to do: by estimate one issues two
/// fifths of the time for a warp.
double rounds(const CallSite &site, const Tile &tile, double groups, double resident);

/// WARPS, SLICES, SLICE, STEP, EIGHTS, DEPTH_HELD, WIDTH_HELD, KEY_PITCH, VALUE_PITCH,
/// VALUES_REPLACE_KEYS and LOCAL_BYTES, and the groups.
void launch(LaunchDraft &draft, const qrt::AttentionCall &call, const Tile &tile);

} // namespace qopt::attention_tile
