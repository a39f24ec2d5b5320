// The first 128 bytes of a .qart file, and its checksum.
#pragma once

#include "runtime/format/artifact.h"

#include <cstring>

namespace qrt {

/// The format's number; raised by every change of the bytes' meaning that the fields' names do not
/// show.
constexpr uint32_t artifactFormat = 1;
constexpr size_t blobAlignment = 64;

/// The header as stored. Magic, format and producer keep their places in every format.
struct ArtifactHeader {
  char magic[8];     // artifactMagic
  uint32_t format;   // artifactFormat
  uint32_t reserved; // 0
  char producer[32]; // "qopt 0.1.0", filled up with zeros
  uint64_t schema;   // checksum of what ArtifactSchema says
  uint64_t fileBytes;
  uint64_t indexBytes; // of the encoded index, which begins behind the header
  uint64_t checksum;   // of the header with 0 here, and of the index
  char unused[48];     // 0
};
static_assert(sizeof(ArtifactHeader) == 128);

/// Detects transfers that treat the file as text or cut off eighth bits.
constexpr std::string_view artifactMagic("\x89QART\r\n\x1a", 8);

struct Blob {
  uint64_t bytes = 0, checksum = 0;
};
QRT_FIELDS(Blob, bytes, checksum)

/// The index, which follows the header.
struct ArtifactIndex {
  std::vector<Blob> blobs; // each begins at the next multiple of blobAlignment
  std::vector<ArtifactEntry> entries;
};
QRT_FIELDS(ArtifactIndex, blobs, entries)

constexpr uint64_t aligned(uint64_t bytes) {
  return (bytes + blobAlignment - 1) / blobAlignment * blobAlignment;
}

/// Returns a checksum of `bytes`. Each step is a bijection of the sum, so every single change is
/// found; it is no protection against attackers.
inline uint64_t checksumOf(std::span<const std::byte> bytes, uint64_t from = 0x9e3779b97f4a7c15) {
  auto add = [&from](uint64_t word) {
    from = (from ^ word) * 0xff51afd7ed558ccd;
    from ^= from >> 32;
  };
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= bytes.size(); at += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    add(word);
  }
  uint64_t rest = 0;
  if (at < bytes.size())
    std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  add(rest);
  add(bytes.size());
  return from;
}

inline std::span<const std::byte> asBytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Returns the checksum of this build's schema of index and programs.
uint64_t artifactSchema();
/// Returns the checksum of the header (its own checksum taken as 0) and the index.
uint64_t checksumOf(ArtifactHeader header, std::span<const std::byte> index);

} // namespace qrt
