#include "test/runtime/format/artifacts.h"

#include "runtime/format/port_sizes.h"

#include <algorithm>

namespace qrt::test {

ArtifactEntry entryOf(const Program &program) {
  ArtifactEntry entry;
  entry.device.driver = program.target;
  entry.device.name = program.target + " of a test";
  for (auto [ports, said] :
       {std::pair(&program.inputs, &entry.inputs), std::pair(&program.outputs, &entry.outputs)})
    for (const PortBuffer &port : *ports)
      said->push_back(descriptionOf(program, port));
  return entry;
}

static std::string written(ArtifactWriter &writer) {
  std::string bytes;
  writer.write([&](std::span<const std::byte> part) {
    bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
  });
  return bytes;
}

std::string artifactOf(const std::vector<Program> &programs) {
  ArtifactWriter writer;
  for (const Program &program : programs)
    writer.add(entryOf(program), std::make_shared<Program>(program));
  return written(writer);
}

std::string fullArtifact() {
  ArtifactWriter writer;
  for (const Program &program : {everyCall(), launches()}) {
    ArtifactEntry entry = entryOf(program);
    entry.multiplyAdds = {12, 3};
    ArtifactPort &input = entry.inputs[0];
    input.quantization = QuantParams{0.5, -3, -128, 127, ElementType::I8};
    input.preprocess = {{1, 2, 3, 4}, {5, 6, 7, 8}, {{8, 0}, {}, {}, ChannelOrder::Bgr}};
    const std::vector<uint8_t> code = {1, 2, 3};
    entry.binaries = {
        {"device", "version", "-O", sourceSums("text"), Tensor::fromValues<uint8_t>({3}, code)}};
    writer.add(std::move(entry), std::make_shared<Program>(program));
  }
  return written(writer);
}

void mendSums(std::string &bytes) {
  ArtifactHeader header;
  if (bytes.size() < sizeof header)
    return;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::copy(artifactMagic.begin(), artifactMagic.end(), header.magic);
  header.format = artifactFormat;
  header.schema = artifactSchema();
  header.fileBytes = bytes.size();
  header.indexBytes = std::min<uint64_t>(header.indexBytes, bytes.size() - sizeof header);
  char *index = bytes.data() + sizeof header;
  uint32_t count = 0;
  if (header.indexBytes >= sizeof count)
    std::memcpy(&count, index, sizeof count);
  uint64_t begin = aligned(sizeof header + header.indexBytes);
  for (uint32_t i = 0; i < count && (i + 1) * sizeof(Blob) + sizeof count <= header.indexBytes;
       ++i) {
    Blob blob;
    char *place = index + sizeof count + i * sizeof blob;
    std::memcpy(&blob, place, sizeof blob);
    if (begin > bytes.size() || blob.bytes > bytes.size() - begin)
      break;
    blob.checksum = checksumOf(asBytes(bytes).subspan(begin, blob.bytes));
    std::memcpy(place, &blob, sizeof blob);
    begin += aligned(blob.bytes);
  }
  header.checksum = checksumOf(header, asBytes(bytes).subspan(sizeof header, header.indexBytes));
  std::memcpy(bytes.data(), &header, sizeof header);
}

Expected<ArtifactFile> readArtifact(const std::string &bytes, std::string name) {
  auto own = std::make_shared<Tensor>(Tensor::allocate(ElementType::U8, {int64_t(bytes.size())}));
  std::copy(bytes.begin(), bytes.end(), static_cast<char *>(own->mutableData()));
  return ArtifactFile::read(std::as_bytes(own->values<uint8_t>()), own, std::move(name));
}

} // namespace qrt::test
