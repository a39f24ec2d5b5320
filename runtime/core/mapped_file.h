// A file as memory: pages come as they are read, and go where memory is short.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace qrt {

struct MappedFile {
  std::span<const std::byte> bytes; // begin at a page
  std::shared_ptr<const void> owner;

  /// To be read alone. Whoever writes over the file while it is mapped changes what is read, or
  /// ends the process where it becomes shorter; a file that takes its name does neither.
  static Expected<MappedFile> open(const std::string &path);
};

} // namespace qrt
