#include "tools/io/image/exif.h"

#include <gtest/gtest.h>

using qopt::io::exifOrientation;

namespace {

int orientationOf(std::string_view bytes) {
  return exifOrientation({reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()});
}

using namespace std::string_view_literals;

TEST(Exif, BothByteOrders) {
  EXPECT_EQ(orientationOf("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0"sv), 6);
  EXPECT_EQ(orientationOf("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0"sv), 3);
}

TEST(Exif, DamageSaysNothing) {
  const std::string sound("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0"sv);
  for (size_t size = 0; size + 2 < sound.size(); ++size)
    EXPECT_EQ(orientationOf(sound.substr(0, size)), 0) << size;
  std::string far = sound;
  far[10] = char(0xff), far[13] = char(0xff);
  EXPECT_EQ(orientationOf(far), 0);
  std::string many = sound; // 65,535 entries are claimed
  many[14] = many[15] = char(0xff), many[16] = 0;
  EXPECT_EQ(orientationOf(many), 0);
  std::string nine = sound;
  nine[24] = 9;
  EXPECT_EQ(orientationOf(nine), 0);
}

} // namespace
