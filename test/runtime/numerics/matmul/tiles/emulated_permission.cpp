// Emulated tiles need nobody's permission.
#include "runtime/numerics/execution/permission/tile_permission.h"

namespace qrt {

bool hasTiles() { return true; }

const std::string &tileRefusal() {
  static const std::string none;
  return none;
}

} // namespace qrt
