#include "tools/io/samples/data_files.h"

#include "test/tools/scratch.h"

using namespace qopt::io;

namespace {

class Listing : public qopt::test::ScratchTest {
protected:
  void putIn(const std::string &name) const {
    std::filesystem::create_directories((folder / name).parent_path());
    put(name, "");
  }
  std::string message() const {
    auto data = DataFiles::list(folder.string());
    return data ? "" : data.status().message();
  }
};

TEST_F(Listing, FoldersAreClassesByName) {
  for (const char *name : {"dog/b.jpg", "dog/a.png", "cat/z.jpeg", ".hidden/x.jpg", "dog/.x",
                           "classes.txt", "cat/notes.md"})
    putIn(name);
  auto data = DataFiles::list(folder.string());
  ASSERT_TRUE(data.ok()) << data.status().message();
  EXPECT_EQ(data->files,
            (std::vector<std::string>{path("cat/z.jpeg"), path("dog/a.png"), path("dog/b.jpg")}));
  EXPECT_EQ(data->classes, (std::vector<std::string>{"cat", "dog"}));
  EXPECT_EQ(data->classOf, (std::vector<int64_t>{0, 1, 1}));
  EXPECT_EQ(data->strangers, (std::vector<std::string>{path("cat/notes.md")}));
  EXPECT_TRUE(data->arePictures());
}

TEST_F(Listing, RefusesWhatWouldBeLeftOut) {
  putIn("a.jpg");
  putIn("b.npy");
  EXPECT_EQ(message(), folder.string() + ": holds arrays and pictures, as " + path("b.npy") +
                           " and " + path("a.jpg") + "; give one kind");
  std::filesystem::remove(path("b.npy"));
  putIn("cat/c.jpg");
  EXPECT_NE(message().find("either all samples lie in folders of their classes, or none"),
            std::string::npos);
  std::filesystem::remove(path("a.jpg"));
  EXPECT_EQ(message(), "");
  std::filesystem::create_directory(path("dog"));
  EXPECT_EQ(message(), path("dog") + ": is the folder of a class, and holds no sample");
  putIn("dog/deep/d.jpg");
  EXPECT_EQ(message(),
            path("dog/deep") + ": is a folder in a class's folder; classes are one deep");
}

TEST_F(Listing, OfOneFile) {
  auto data = DataFiles::list(put("a.PNG", ""));
  ASSERT_TRUE(data.ok());
  EXPECT_FALSE(data->isFolder);
  EXPECT_NE(DataFiles::list(put("a.gif", "")).status().message().find("expected a .npy"),
            std::string::npos);
}

} // namespace
