#include "tools/io/image/exif.h"

#include <algorithm>
#include <iterator>

namespace qopt::io {

namespace {
/// TIFF's numbers in the file's own byte order; what lies outside is 0.
struct Tiff {
  Bytes bytes;
  bool isLittle;

  uint32_t number(size_t at, size_t width) const {
    uint32_t value = 0;
    if (at > bytes.size() || bytes.size() - at < width)
      return 0;
    for (size_t i = 0; i < width; ++i)
      value = value << 8 | bytes[at + (isLittle ? width - 1 - i : i)];
    return value;
  }
};
} // namespace

int exifOrientation(Bytes segment) {
  constexpr uint8_t prefix[] = {'E', 'x', 'i', 'f', 0, 0};
  constexpr uint32_t orientationTag = 0x112, shortType = 3;
  constexpr size_t entrySize = 12;
  if (segment.size() >= std::size(prefix) && std::ranges::equal(segment.first(6), prefix))
    segment = segment.subspan(6);
  if (segment.size() < 8)
    return 0;
  const Tiff tiff{segment, segment[0] == 'I'};
  if (segment[0] != segment[1] || (segment[0] != 'I' && segment[0] != 'M') ||
      tiff.number(2, 2) != 42)
    return 0;
  const size_t directory = tiff.number(4, 4);
  for (size_t i = 0, entries = tiff.number(directory, 2); i < entries; ++i) {
    const size_t entry = directory + 2 + i * entrySize;
    if (tiff.number(entry, 2) != orientationTag || tiff.number(entry + 2, 2) != shortType)
      continue;
    const uint32_t value = tiff.number(entry + 8, 2);
    return value >= 1 && value <= 8 ? int(value) : 0;
  }
  return 0;
}

} // namespace qopt::io
