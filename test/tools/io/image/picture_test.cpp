// Every decoder refuses files that are damaged, end early or are no pictures.
#include "tools/io/image/picture.h"

#include "test/tools/scratch.h"

using namespace qrt;
using namespace qopt::io;

namespace {

class Pictures : public qopt::test::ScratchTest {
protected:
  static std::string input(const std::string &name) {
    std::string bytes = bytesOf(QOPT_SOURCE_DIR "/test/tools/io/image/Inputs/" + name);
    EXPECT_FALSE(bytes.empty()) << name;
    return bytes;
  }
  std::string message(const std::string &bytes) const {
    auto picture = readPicture(put("x.jpg", bytes));
    return picture ? "" : picture.status().message();
  }
};

TEST_F(Pictures, FilesThatEndEarlyAreErrors) {
  for (const char *name : {"color.jpg", "progressive.jpg", "grey.jpg", "cmyk.jpg", "rgb.png",
                           "rgb_interlaced.png", "palette.png"}) {
    const std::string bytes = input(name);
    for (size_t part = 1; part < 16; ++part)
      EXPECT_NE(message(bytes.substr(0, bytes.size() * part / 16)), "") << name << " " << part;
    EXPECT_NE(message(bytes.substr(0, bytes.size() - 2)), "") << name;
    EXPECT_EQ(message(bytes), "") << name;
  }
}

TEST_F(Pictures, DamageIsAnError) {
  std::string bytes = input("rgb.png");
  bytes[bytes.size() / 2] ^= 1; // a checksum notices
  EXPECT_NE(message(bytes).find("x.jpg: is a damaged PNG file: "), std::string::npos);
  bytes = input("color.jpg");
  bytes.replace(bytes.size() - 100, 2, "\xff\xd9"); // the end, too early
  EXPECT_NE(message(bytes).find("x.jpg: is a damaged JPEG file: "), std::string::npos)
      << message(bytes);
}

TEST_F(Pictures, OtherFilesAreNone) {
  EXPECT_EQ(message(""), path("x.jpg") + ": is empty");
  EXPECT_EQ(message("GIF89a"), path("x.jpg") + ": is neither a JPEG nor a PNG file");
  EXPECT_NE(readPicture(path("none.png")).status().message().find("none.png: cannot read"),
            std::string::npos);
}

// The header claims 2^30 pixels: nothing of that size is allocated.
TEST_F(Pictures, AbsurdSizesAreRefusedByTheirHeader) {
  std::string bytes = input("grey.jpg");
  const size_t frame = bytes.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  bytes.replace(frame + 5, 4, "\x7f\xff\x80\x00", 4);
  EXPECT_NE(message(bytes).find("is 32768 pixels wide and 32767 high, more than 134217728 in all"),
            std::string::npos)
      << message(bytes);
}

TEST_F(Pictures, NamesOfPictures) {
  for (const char *name : {"a.jpg", "a.JPEG", "b.c.Png"})
    EXPECT_TRUE(isPictureFile(name)) << name;
  for (const char *name : {"a.npy", "jpg", "a.jpg.txt", ""})
    EXPECT_FALSE(isPictureFile(name)) << name;
}

TEST_F(Pictures, OrientationIsTold) {
  auto header = readPictureHeader(put("x", input("turned.jpg")));
  ASSERT_TRUE(header.ok()) << header.status().message();
  EXPECT_EQ(header->orientation, 6);
  EXPECT_EQ(header->height, 19);
  EXPECT_EQ(header->width, 28);
  EXPECT_EQ(readPictureHeader(put("x", input("color.jpg")))->orientation, 1);
}

} // namespace
