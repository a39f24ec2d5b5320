#include "tools/qrun/feed/file_notes.h"

#include "tools/io/image/picture.h"
#include "tools/qrun/terminal/terminal.h"

namespace qopt::run {

static std::string countOf(size_t count, llvm::StringRef what) {
  return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
}

static void warnOfOrientation(const io::DataFiles &data) {
  size_t turned = 0;
  std::string first;
  for (const std::string &file : data.files)
    if (auto header = io::readPictureHeader(file); header && header->orientation != 1)
      if (++turned == 1)
        first = file;
  if (turned)
    terminal()->warnOnce(
        countOf(turned, "picture") + ", the first is " + first +
        ", would be shown turned or mirrored (EXIF); pixels are taken as they are stored");
}

void warnOfFiles(const io::DataFiles &data) {
  if (!data.strangers.empty())
    terminal()->warnOnce(data.path + ": left out " + countOf(data.strangers.size(), "file") +
                         " that are no samples (.npy, .npz, .jpg, .jpeg, .png), the first is " +
                         data.strangers.front());
  if (data.arePictures())
    warnOfOrientation(data);
}

} // namespace qopt::run
