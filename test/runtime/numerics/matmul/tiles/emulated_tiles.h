// Tiles in memory instead of AMX's.
#pragma once

namespace qrt::test {

/// Returns whether the calling thread has tiles that it has not released.
bool areTilesInUse();
/// Lets the kernel refuse tiles to whoever asks from now on.
void refuseTiles();

} // namespace qrt::test
