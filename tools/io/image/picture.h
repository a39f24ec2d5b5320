// Pictures of JPEG and PNG files, as 8-bit pixels.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qopt::io {

/// The header of a picture's file.
struct PictureHeader {
  int64_t height = 0, width = 0;
  /// EXIF's Orientation, 1 where none is stated. Pixels are left as they are stored, as torchvision
  /// and TensorFlow leave them.
  int orientation = 1;
};

/// Row by row, pixel by pixel, the channels together: 1 (grey) or 3 (red, green, blue).
struct Picture {
  int64_t height = 0, width = 0, channels = 0;
  std::vector<uint8_t> pixels;

  size_t rowBytes() const { return size_t(width * channels); }
};

/// So many pixels a file may have: beyond lie mistakes and attacks.
inline constexpr int64_t mostPixels = int64_t(1) << 27;

/// Tells by the name, .jpg, .jpeg or .png in small letters or capitals.
bool isPictureFile(std::string_view path);

using Bytes = std::span<const uint8_t>;

/// Parses by content, whatever the name. Messages do not name the file.
qrt::Expected<PictureHeader> parsePictureHeader(Bytes file);
/// Palettes are looked up, alpha is dropped, of 16 bits the upper 8 are taken, CMYK is converted
/// without colour profiles. Files that end early or are damaged are errors.
qrt::Expected<Picture> decodePicture(Bytes file);

/// Messages name the file.
qrt::Expected<PictureHeader> readPictureHeader(const std::string &path);
qrt::Expected<Picture> readPicture(const std::string &path);

} // namespace qopt::io
