#include "runtime/drivers/opencl/compile/builder.h"

namespace qrt::opencl {

Expected<ProgramObject> Builder::fromSource(std::string_view source) {
  if (elsewhere) {
    std::span<const uint8_t> bytes{reinterpret_cast<const uint8_t *>(source.data()), source.size()};
    if (auto binary = elsewhere->build(MessageKind::Source, bytes))
      if (ProgramObject program = opencl::fromBinary(here, *binary))
        return program;
  }
  return opencl::fromSource(here, source);
}

ProgramObject Builder::fromBinary(std::span<const uint8_t> binary) {
  const bool translated =
      elsewhere && keepsTranslations && elsewhere->build(MessageKind::Binary, binary).has_value();
  const auto begun = std::chrono::steady_clock::now();
  ProgramObject program = opencl::fromBinary(here, binary);
  if (translated && std::chrono::steady_clock::now() - begun > slowLoad)
    keepsTranslations = false;
  return program;
}

} // namespace qrt::opencl
