#include "tools/io/image/jpeg.h"

#include "tools/io/image/exif.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>

using namespace qrt;

namespace qopt::io {

// A file of a few bytes a scan would keep the decoder busy for minutes.
constexpr int mostScans = 500;
constexpr int exifMarker = JPEG_APP0 + 1;

namespace {
/// libjpeg leaves by longjmp, past every frame of C++ between: each step that calls it sets its own
/// point of return, and holds nothing there that would have to be destroyed.
class Decompressor {
public:
  explicit Decompressor(Bytes file) : file(file) {
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = leave;
    errors.base.emit_message = judge;
    info.client_data = &errors;
    progress.progress_monitor = limitScans;
  }
  ~Decompressor() { jpeg_destroy_decompress(&info); }
  Decompressor(const Decompressor &) = delete;
  Decompressor &operator=(const Decompressor &) = delete;

  bool readHeader();
  bool start();
  bool readRow(uint8_t *row);
  bool finish();

  Status failure() const { return invalidArgument("is a damaged JPEG file: " + text()); }
  std::string text() const { return errors.message; }
  jpeg_decompress_struct info = {};

private:
  struct Errors {
    jpeg_error_mgr base = {};
    std::jmp_buf back;
    char message[JMSG_LENGTH_MAX] = {};
  };
  [[noreturn]] static void leave(j_common_ptr common);
  static void judge(j_common_ptr common, int level);
  static void limitScans(j_common_ptr common);

  Bytes file;
  Errors errors;
  jpeg_progress_mgr progress = {};
};
} // namespace

void Decompressor::leave(j_common_ptr common) {
  auto &errors = *static_cast<Errors *>(common->client_data);
  if (!errors.message[0])
    common->err->format_message(common, errors.message);
  std::longjmp(errors.back, 1);
}

// Refuses a file of which pixels are missing. libjpeg makes these up, and only warns, but they are
// no sample.
void Decompressor::judge(j_common_ptr common, int level) {
  if (level >= 0)
    return;
  switch (common->err->msg_code) {
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_NOT_SEQUENTIAL: leave(common);
  default:; // bytes between segments, a wrong version of JFIF and the like
  }
}

void Decompressor::limitScans(j_common_ptr common) {
  auto *decompress = reinterpret_cast<j_decompress_ptr>(common);
  if (!common->is_decompressor || decompress->input_scan_number <= mostScans)
    return;
  auto &errors = *static_cast<Errors *>(common->client_data);
  std::snprintf(errors.message, sizeof errors.message, "more than %d scans", mostScans);
  leave(common);
}

bool Decompressor::readHeader() {
  if (setjmp(errors.back))
    return false;
  jpeg_create_decompress(&info);
  info.client_data = &errors;
  info.progress = &progress;
  jpeg_mem_src(&info, file.data(), static_cast<unsigned long>(file.size()));
  jpeg_save_markers(&info, exifMarker, 0xffff);
  jpeg_read_header(&info, TRUE);
  return true;
}

// The defaults otherwise: what OpenCV, Pillow and PyTorch decode with, bit by bit.
bool Decompressor::start() {
  if (setjmp(errors.back))
    return false;
  const J_COLOR_SPACE stored = info.jpeg_color_space;
  const bool isInk = stored == JCS_CMYK || stored == JCS_YCCK;
  info.out_color_space = stored == JCS_GRAYSCALE ? JCS_GRAYSCALE : isInk ? JCS_CMYK : JCS_RGB;
  info.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&info);
  return true;
}

bool Decompressor::readRow(uint8_t *row) {
  if (setjmp(errors.back))
    return false;
  return jpeg_read_scanlines(&info, &row, 1) == 1;
}

bool Decompressor::finish() {
  if (setjmp(errors.back))
    return false;
  return jpeg_finish_decompress(&info) == TRUE;
}

bool isJpeg(Bytes file) {
  return file.size() >= 3 && file[0] == 0xff && file[1] == 0xd8 && file[2] == 0xff;
}

static int orientationIn(const jpeg_decompress_struct &info) {
  for (jpeg_saved_marker_ptr marker = info.marker_list; marker; marker = marker->next)
    if (marker->marker == exifMarker)
      if (int orientation = exifOrientation({marker->data, marker->data_length}))
        return orientation;
  return 1;
}

Expected<PictureHeader> parseJpegHeader(Bytes file) {
  Decompressor jpeg(file);
  if (!jpeg.readHeader())
    return jpeg.failure();
  const int components = jpeg.info.num_components;
  if (components != 1 && components != 3 && components != 4)
    return invalidArgument("is a JPEG file of " + std::to_string(components) + " channels");
  return PictureHeader{int64_t(jpeg.info.image_height), int64_t(jpeg.info.image_width),
                       orientationIn(jpeg.info)};
}

static int roundedProduct(int a, int b) { return (2 * a * b + 255) / 510; }

// Inks are stored inverted, as Adobe's programs write them and all readers expect: 255 is no ink.
static void toRgb(const std::vector<uint8_t> &inks, uint8_t *rgb) {
  for (size_t i = 0; i < inks.size(); i += 4)
    for (size_t c = 0; c < 3; ++c)
      *rgb++ = uint8_t(std::max(inks[i + 3] - roundedProduct(255 - inks[i + c], inks[i + 3]), 0));
}

Expected<Picture> decodeJpeg(Bytes file) {
  Decompressor jpeg(file);
  if (!jpeg.readHeader() || !jpeg.start())
    return jpeg.failure();
  const bool isInk = jpeg.info.out_color_components == 4;
  Picture picture{int64_t(jpeg.info.output_height),
                  int64_t(jpeg.info.output_width),
                  isInk ? 3 : int64_t(jpeg.info.out_color_components),
                  {}};
  picture.pixels.resize(size_t(picture.height) * picture.rowBytes());
  std::vector<uint8_t> inks(isInk ? size_t(picture.width) * 4 : 0);
  for (uint8_t *row = picture.pixels.data(), *end = row + picture.pixels.size(); row != end;
       row += picture.rowBytes()) {
    if (!jpeg.readRow(isInk ? inks.data() : row))
      return jpeg.failure();
    if (isInk)
      toRgb(inks, row);
  }
  if (!jpeg.finish())
    return jpeg.failure();
  return picture;
}

} // namespace qopt::io
