#include "runtime/format/artifact_header.h"
#include "runtime/format/schema.h"

#include "runtime/numerics/types/batch.h"

namespace qrt {

uint64_t artifactSchema() {
  static const uint64_t schema =
      checksumOf(asBytes(schemaOf<ArtifactIndex>() + "\n" + schemaOf<Program>()));
  return schema;
}

uint64_t checksumOf(ArtifactHeader header, std::span<const std::byte> index) {
  header.checksum = 0;
  return checksumOf(index, checksumOf(std::as_bytes(std::span(&header, 1))));
}

std::array<uint64_t, 2> sourceSums(std::string_view source) {
  return {checksumOf(asBytes(source)), checksumOf(asBytes(source), source.size() + 1)};
}

std::string text(const ArtifactEntry &entry) {
  std::string inputs;
  for (const ArtifactPort &input : entry.inputs)
    inputs += (inputs.empty() ? "" : ", ") + input.name + " " + sizesToString(input.shape);
  const std::string order = entry.floatOrder == FloatOrder::Fast
                                ? ""
                                : ", float order " + std::string(floatOrderName(entry.floatOrder));
  return entry.device.driver + order + ": " + (inputs.empty() ? "no inputs" : inputs);
}

} // namespace qrt
