// The processor has tiles, and the kernel permits them unless a test says otherwise.
#include "runtime/numerics/execution/permission/tile_permission.h"
#include "test/runtime/numerics/matmul/tiles/emulated_tiles.h"

namespace qrt {

static std::string &refusal() {
  static std::string words;
  return words;
}

bool hasTiles() { return true; }

const std::string &tileRefusal() { return refusal(); }

namespace test {

void refuseTiles() { refusal() = "Operation not permitted"; }

} // namespace test
} // namespace qrt
