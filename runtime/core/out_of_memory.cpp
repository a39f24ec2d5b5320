#include "runtime/core/out_of_memory.h"

#include <new>

namespace qrt {

Status orOutOfMemory(const std::function<Status()> &run, const std::string &what) {
  try {
    return run();
  } catch (const std::bad_alloc &) {
    return {StatusCode::DeviceError, "not enough memory for " + what};
  }
}

} // namespace qrt
