#include "tools/io/image/picture.h"

#include "tools/io/image/jpeg.h"
#include "tools/io/image/png.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace qrt;

namespace qopt::io {

bool isPictureFile(std::string_view path) {
  constexpr std::string_view endings[] = {".jpg", ".jpeg", ".png"};
  return llvm::any_of(endings, [path](std::string_view ending) {
    return llvm::StringRef(path).ends_with_insensitive(ending);
  });
}

static Status checkSize(int64_t height, int64_t width) {
  if (height < 1 || width < 1)
    return invalidArgument("has no pixels");
  if (height > mostPixels / width)
    return invalidArgument("is " + std::to_string(width) + " pixels wide and " +
                           std::to_string(height) + " high, more than " +
                           std::to_string(mostPixels) + " in all");
  return {};
}

namespace {
struct Decoder {
  bool (*knows)(Bytes);
  Expected<PictureHeader> (*header)(Bytes);
  Expected<Picture> (*decode)(Bytes);
};
} // namespace

static constexpr Decoder decoders[] = {{isJpeg, parseJpegHeader, decodeJpeg},
                                       {isPng, parsePngHeader, decodePng}};

Expected<PictureHeader> parsePictureHeader(Bytes file) {
  for (const Decoder &decoder : decoders) {
    if (!decoder.knows(file))
      continue;
    auto header = decoder.header(file);
    if (!header)
      return header;
    Status status = checkSize(header->height, header->width);
    return status.ok() ? header : Expected<PictureHeader>(status);
  }
  return invalidArgument(file.empty() ? "is empty" : "is neither a JPEG nor a PNG file");
}

Expected<Picture> decodePicture(Bytes file) {
  if (auto header = parsePictureHeader(file); !header)
    return header.status();
  return llvm::find_if(decoders, [&](const Decoder &of) { return of.knows(file); })->decode(file);
}

template <typename Read> static auto withFile(const std::string &path, Read read) {
  using Result = decltype(read(Bytes()));
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return Result(Status(StatusCode::Io, path + ": cannot read: " + buffer.getError().message()));
  auto *data = reinterpret_cast<const uint8_t *>((*buffer)->getBufferStart());
  Result result = read(Bytes(data, (*buffer)->getBufferSize()));
  return result ? result
                : Result(Status(result.status().code(), path + ": " + result.status().message()));
}

Expected<PictureHeader> readPictureHeader(const std::string &path) {
  return withFile(path, parsePictureHeader);
}

Expected<Picture> readPicture(const std::string &path) { return withFile(path, decodePicture); }

} // namespace qopt::io
