#include "runtime/drivers/opencl/builder.h"

#include <chrono>

namespace qrt::opencl {

Expected<ProgramObject> Builder::fromSource(std::string_view source) {
  if (pays()) {
    std::span<const uint8_t> bytes{reinterpret_cast<const uint8_t *>(source.data()), source.size()};
    if (auto binary = elsewhere->build(MessageKind::Source, bytes))
      if (ProgramObject program = opencl::fromBinary(here, *binary))
        return program;
  }
  ++longBuilds;
  return opencl::fromSource(here, source);
}

// NVIDIA's binary is PTX, which takes as long as half a source to translate, or no time where the
// driver's own cache has the translation, as it has once another process made it.
ProgramObject Builder::fromBinary(std::span<const uint8_t> binary) {
  if (!elsewhere)
    return opencl::fromBinary(here, binary);
  constexpr std::chrono::milliseconds translation(20);
  std::unique_lock lock(
      loading); // the driver's is no finer, and so the first tell how long it takes
  if (pays()) {
    lock.unlock();
    elsewhere->build(MessageKind::Binary, binary);
    lock.lock();
  }
  const auto begun = std::chrono::steady_clock::now();
  ProgramObject program = opencl::fromBinary(here, binary);
  if (std::chrono::steady_clock::now() - begun > translation)
    ++longBuilds;
  return program;
}

} // namespace qrt::opencl
