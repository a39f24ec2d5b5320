// The table of this folder's hot loops.
#include "runtime/numerics/matmul/tiles/tile_kernels.h"

namespace qrt {

QRT_DEFINE_ISA_TABLE(TileKernels, tileKernels, QRT_ISA_FILL_OF_TILES(fillTiles))

} // namespace qrt
