#include "runtime/format/artifact_header.h"
#include "runtime/format/encoder.h"

#include <algorithm>
#include <map>

namespace qrt {

/// Blobs in the order in which they came first; whose bytes they are keeps them.
struct ArtifactWriter::Blobs : BlobSink {
  std::vector<Tensor> kept;
  std::vector<Blob> sizes;
  std::multimap<uint64_t, uint32_t> known; // by checksum

  uint32_t add(std::span<const std::byte> bytes) override {
    const uint64_t checksum = checksumOf(bytes);
    for (auto [at, end] = known.equal_range(checksum); at != end; ++at)
      if (const Tensor &blob = kept[at->second];
          sizes[at->second].bytes == bytes.size() &&
          (bytes.empty() || std::memcmp(blob.data(), bytes.data(), bytes.size()) == 0))
        return at->second;
    const auto index = uint32_t(kept.size());
    kept.push_back(Tensor::view(ElementType::U8, {int64_t(bytes.size())}, bytes.data()));
    sizes.push_back({bytes.size(), checksum});
    known.emplace(checksum, index);
    return index;
  }
};

ArtifactWriter::ArtifactWriter() : blobs(std::make_unique<Blobs>()) {}
ArtifactWriter::~ArtifactWriter() = default;

void ArtifactWriter::add(ArtifactEntry entry, std::shared_ptr<const Program> program) {
  Encoder encoder(*blobs); // which finds the constants
  encoder.put(*program);
  entry.floatOrder = program->floatOrder;
  entry.device.libraries = librariesOf(*program);
  entry.device.allowedLibraries.clear();
  entry.program = Tensor::allocate(ElementType::U8, {int64_t(encoder.bytes.size())});
  std::memcpy(entry.program.mutableData(), encoder.bytes.data(), encoder.bytes.size());
  programs.push_back(std::move(program));
  entries.push_back(std::move(entry));
}

std::string ArtifactWriter::index() const {
  Encoder encoder(*blobs);
  encoder.put(entries); // which adds programs and binaries to the blobs
  Encoder sizes(*blobs);
  sizes.put(blobs->sizes);
  return sizes.bytes + encoder.bytes;
}

uint64_t ArtifactWriter::bytes() const {
  uint64_t total = aligned(sizeof(ArtifactHeader) + index().size());
  for (const Blob &blob : blobs->sizes)
    total += aligned(blob.bytes);
  return total;
}

void ArtifactWriter::write(const Sink &sink) {
  const std::string index = this->index();
  ArtifactHeader header{};
  std::copy(artifactMagic.begin(), artifactMagic.end(), header.magic);
  header.format = artifactFormat;
  std::strncpy(header.producer, "qopt " QOPT_VERSION, sizeof header.producer - 1);
  header.schema = artifactSchema();
  header.fileBytes = bytes();
  header.indexBytes = index.size();
  header.checksum = checksumOf(header, asBytes(index));
  constexpr std::byte zeros[blobAlignment] = {};
  auto pad = [&](uint64_t bytes) { sink(std::span(zeros).first(aligned(bytes) - bytes)); };
  sink(std::as_bytes(std::span(&header, 1)));
  sink(asBytes(index));
  pad(sizeof header + index.size());
  for (const Tensor &blob : blobs->kept) {
    constexpr size_t most = size_t(4) << 20;
    std::span rest(static_cast<const std::byte *>(blob.data()), blob.bytes());
    for (; !rest.empty(); rest = rest.subspan(std::min(most, rest.size())))
      sink(rest.first(std::min(most, rest.size())));
    pad(blob.bytes());
  }
}

} // namespace qrt
