#include "tools/io/image/png.h"

#include "tools/io/image/exif.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <png.h>

using namespace qrt;

namespace qopt::io {

constexpr size_t signatureBytes = 8;
// These limits hold for texts, profiles and the like, which nobody reads.
constexpr png_alloc_size_t mostChunkBytes = 8 << 20;
constexpr unsigned mostChunks = 1000;

namespace {
/// libpng leaves by longjmp, past every frame of C++ between: each step that calls it sets its own
/// point of return, and holds nothing there that would have to be destroyed.
class Reader {
public:
  explicit Reader(Bytes file) : rest(file) {}
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  bool readHeader();
  /// Everything to 8 bits of grey or colour; updates the sizes of rows.
  bool start();
  bool readRows(uint8_t **rows);
  bool finish();

  Status failure() const {
    return invalidArgument(std::string("is a damaged PNG file: ") + message);
  }
  int64_t height() const { return png_get_image_height(png, info); }
  int64_t width() const { return png_get_image_width(png, info); }
  int64_t channels() const { return png_get_channels(png, info); }
  size_t rowBytes() const { return png_get_rowbytes(png, info); }
  int orientation() const;

private:
  [[noreturn]] static void leave(png_structp png, png_const_charp why);
  static void read(png_structp png, png_bytep target, size_t bytes);

  Bytes rest;
  png_structp png = nullptr;
  png_infop info = nullptr;
  char message[200] = "out of memory";
};
} // namespace

void Reader::leave(png_structp png, png_const_charp why) {
  auto &reader = *static_cast<Reader *>(png_get_error_ptr(png));
  std::snprintf(reader.message, sizeof reader.message, "%s", why);
  png_longjmp(png, 1);
}

void Reader::read(png_structp png, png_bytep target, size_t bytes) {
  auto &reader = *static_cast<Reader *>(png_get_io_ptr(png));
  if (bytes > reader.rest.size())
    png_error(png, "it ends early");
  std::memcpy(target, reader.rest.data(), bytes);
  reader.rest = reader.rest.subspan(bytes);
}

bool Reader::readHeader() {
  png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, leave,
                               [](png_structp, png_const_charp) {});
  info = png ? png_create_info_struct(png) : nullptr;
  if (!info || setjmp(png_jmpbuf(png)))
    return false;
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff); // picture.cpp judges with words of its own
  png_set_chunk_malloc_max(png, mostChunkBytes);
  png_set_chunk_cache_max(png, mostChunks);
  png_set_read_fn(png, this, read);
  png_read_info(png, info);
  return true;
}

// gAMA and colour profiles are not applied, as nobody's preprocessing does.
bool Reader::start() {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_set_expand(png); // palettes, fewer bits, transparent colours
  png_set_strip_16(png);
  png_set_strip_alpha(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return true;
}

bool Reader::readRows(uint8_t **rows) {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_read_image(png, rows);
  return true;
}

// The checksum of the pixels and the end.
bool Reader::finish() {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_read_end(png, nullptr);
  return true;
}

int Reader::orientation() const {
#ifdef PNG_eXIf_SUPPORTED
  png_uint_32 bytes = 0;
  png_bytep exif = nullptr;
  if (png_get_eXIf_1(png, info, &bytes, &exif))
    return std::max(exifOrientation({exif, bytes}), 1);
#endif
  return 1;
}

bool isPng(Bytes file) {
  return file.size() >= signatureBytes && png_sig_cmp(file.data(), 0, signatureBytes) == 0;
}

Expected<PictureHeader> parsePngHeader(Bytes file) {
  Reader png(file);
  if (!png.readHeader())
    return png.failure();
  return PictureHeader{png.height(), png.width(), png.orientation()};
}

Expected<Picture> decodePng(Bytes file) {
  Reader png(file);
  if (!png.readHeader() || !png.start())
    return png.failure();
  Picture picture{png.height(), png.width(), png.channels(), {}};
  if (png.rowBytes() != picture.rowBytes() || (picture.channels != 1 && picture.channels != 3))
    return invalidArgument("is a PNG file of " + std::to_string(picture.channels) + " channels");
  picture.pixels.resize(size_t(picture.height) * picture.rowBytes());
  std::vector<uint8_t *> rows(size_t(picture.height));
  for (size_t y = 0; y < rows.size(); ++y)
    rows[y] = picture.pixels.data() + y * picture.rowBytes();
  if (!png.readRows(rows.data()) || !png.finish())
    return png.failure();
  return picture;
}

} // namespace qopt::io
