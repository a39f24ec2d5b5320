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

  /// Maps the file for reading. Writing over it while it is mapped changes the bytes that are read,
  /// and truncating it ends the process; a new file that takes its name does neither.
  static Expected<MappedFile> open(const std::string &path);
};

} // namespace qrt
