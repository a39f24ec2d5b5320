#include "tools/io/file.h"

#include "test/tools/scratch.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace qopt::io;

namespace {

class File : public qopt::test::ScratchTest {};

void writeHello(llvm::raw_ostream &stream) { stream << "hello"; }
void writeMegabytes(llvm::raw_ostream &stream) {
  for (int i = 0; i < 1024; ++i)
    stream << std::string(4096, 'x');
}

TEST_F(File, ReplacesWhole) {
  put("a", "something longer than that");
  chmod(path("a").c_str(), 0640);
  ASSERT_TRUE(writeFile(path("a"), writeHello).ok());
  EXPECT_EQ(bytesOf(path("a")), "hello");
  struct stat status;
  ASSERT_EQ(stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(File, FollowsLinks) {
  put("target", "old");
  std::filesystem::create_symlink("target", path("link"));
  ASSERT_TRUE(writeFile(path("link"), writeHello).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(bytesOf(path("target")), "hello");
}

TEST_F(File, ErrorsNameThePath) {
  for (std::string bad : {path("no/such/folder/a"), folder.string()}) {
    qrt::Status status = writeFile(bad, writeHello);
    EXPECT_EQ(status.code(), qrt::StatusCode::Io);
    EXPECT_NE(status.message().find(bad), std::string::npos) << status.message();
  }
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(File, CheckedBeforeALongRun) {
  put("a", "old");
  for (const std::string &good : {path("a"), path("new"), std::string("/dev/null")})
    EXPECT_TRUE(checkWritable(good, {path("other")}).ok()) << good;
  for (const std::string &bad : {path("no/such/a"), folder.string()})
    EXPECT_NE(checkWritable(bad, {}).message().find(bad + ": cannot write"), std::string::npos)
        << bad;
  // However it is spelled.
  qrt::Status replaces = checkWritable(path("a"), {path("other"), folder.string() + "/./a"});
  EXPECT_EQ(replaces.code(), qrt::StatusCode::InvalidArgument);
  EXPECT_NE(checkWritable({path("new"), path("a")}, {path("a")}).message().find("a' is read here"),
            std::string::npos)
      << "each of several is asked about";
  EXPECT_EQ(bytesOf(path("a")), "old");
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(File, NoTwoThatAreWrittenAreOne) {
  const std::string other = folder.string() + "/./new";
  EXPECT_TRUE(isOneFile(path("new"), other)) << "be it there or not";
  EXPECT_NE(checkWritable({path("a"), path("new"), other}, {}).message().find("are one file"),
            std::string::npos);
  put("new", "old");
  EXPECT_TRUE(isOneFile(path("new"), other));
  std::filesystem::create_symlink(path("new"), path("link"));
  EXPECT_TRUE(isOneFile(path("new"), path("link")));
  EXPECT_FALSE(isOneFile(path("new"), path("a")));
  EXPECT_FALSE(isOneFile("-", "-")) << "a stream takes both";
  if (std::filesystem::is_character_file("/dev/null")) {
    EXPECT_TRUE(checkWritable({"/dev/null", "/dev/null", path("a"), path("b")}, {}).ok())
        << "a device takes both";
  }
}

TEST_F(File, FullDeviceIsAnError) {
  if (access("/dev/full", W_OK) != 0)
    GTEST_SKIP() << "no /dev/full here";
  qrt::Status status = writeFile("/dev/full", writeMegabytes);
  EXPECT_NE(status.message().find("No space left"), std::string::npos) << status.message();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(File, FullDiskKeepsTheOldFile) {
  std::string disk = path("disk");
  std::filesystem::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0)
    GTEST_SKIP() << "cannot mount a small tmpfs here";
  std::ofstream(disk + "/a") << "old";
  qrt::Status status = writeFile(disk + "/a", writeMegabytes);
  EXPECT_EQ(bytesOf(disk + "/a"), "old");
  size_t left = size_t(std::distance(std::filesystem::directory_iterator(disk),
                                     std::filesystem::directory_iterator()));
  umount(disk.c_str());
  EXPECT_NE(status.message().find("No space left"), std::string::npos) << status.message();
  EXPECT_EQ(left, 1u) << "a temporary file was left behind";
}

} // namespace
