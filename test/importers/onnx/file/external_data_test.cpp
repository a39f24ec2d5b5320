#include "importers/onnx/file/external_data.h"

#include "importers/onnx/import.h"
#include "ir/values/origin.h"
#include "test/importers/onnx/import_fixture.h"

#include "llvm/Support/FileSystem.h"

#include <cstring>

using namespace qopt::onnx;
using namespace qopt::onnx::test;
using Entries = std::vector<std::pair<std::string, std::string>>;

namespace {
// y = x + w, w of two f32 in a file beside the model: 0, 10, 20.
class OnnxExternalData : public testing::Test {
protected:
  OnnxExternalData() {
    Floats values{0, 10, 20};
    writeFile(folder.file("w.bin"), std::string(reinterpret_cast<const char *>(values.data()), 12));
  }
  Import import(const Entries &entries) {
    ModelBuilder m;
    m.input("x", {2}).output("y").node("Add", {"x", "w"}, {"y"});
    proto::TensorProto &w = *m.model.mutable_graph()->add_initializer();
    w.set_name("w");
    w.set_data_type(proto::TensorProto::FLOAT);
    w.add_dims(2);
    w.set_data_location(proto::TensorProto::EXTERNAL);
    for (const auto &[key, value] : entries) {
      auto &entry = *w.add_external_data();
      entry.set_key(key);
      entry.set_value(value);
    }
    writeFile(folder.file("model.onnx"), m.bytes());
    return Import(folder.file("model.onnx"));
  }
  void refuses(const Entries &entries, const std::string &why) {
    Import result = import(entries);
    EXPECT_FALSE(result.module);
    EXPECT_EQ(result.failure, ImportFailure::BadFile);
    EXPECT_TRUE(result.says(why)) << (result.diagnostics.empty() ? "" : result.diagnostics[0]);
  }
  TemporaryFolder folder;
};
} // namespace

TEST_F(OnnxExternalData, OffsetAndLength) {
  Import result = import({{"location", "w.bin"}, {"offset", "4"}, {"length", "8"}});
  expectTensor(result.run({counting({2})}), {2}, {11, 22});
  Import rest = import({{"location", "w.bin"}, {"offset", "4"}});
  expectTensor(rest.run({counting({2})}), {2}, {11, 22});
}

// A command refuses to write over the files that it reads, so it must know their names first.
TEST_F(OnnxExternalData, FilesAreNamedBeforeTheyAreRead) {
  import({{"location", "w.bin"}});
  ASSERT_FALSE(externalFiles(folder.file("model.onnx")).empty());
  for (const std::string &file : externalFiles(folder.file("model.onnx")))
    EXPECT_TRUE(llvm::sys::fs::equivalent(file, folder.file("w.bin"))) << file;
  EXPECT_TRUE(externalFiles(folder.file("w.bin")).empty());
  EXPECT_TRUE(externalFiles(folder.file("absent.onnx")).empty());
}

// A model with other weights is another one, wherever they lie; bytes between them are nothing.
TEST_F(OnnxExternalData, TensorsAreOfTheModelsSource) {
  auto sourceWith = [&](const std::string &bytes) {
    writeFile(folder.file("w.bin"), bytes);
    Import result = import({{"location", "w.bin"}, {"offset", "4"}, {"length", "8"}});
    return result.module ? qopt::nn::sourceOf(*result.module).str() : "";
  };
  std::string source = sourceWith("????12345678");
  EXPECT_EQ(source.size(), 7u + 64);
  EXPECT_EQ(sourceWith("!!!!12345678"), source);
  EXPECT_NE(sourceWith("????12345679"), source);
  EXPECT_EQ(sourceWith("????12345678"), source);
}

TEST_F(OnnxExternalData, UnalignedOffsets) {
  Floats values{10, 20};
  writeFile(folder.file("odd.bin"),
            "?" + std::string(reinterpret_cast<const char *>(values.data()), 8));
  Import result = import({{"location", "odd.bin"}, {"offset", "1"}});
  expectTensor(result.run({counting({2})}), {2}, {11, 22});
}

TEST_F(OnnxExternalData, SizesAreChecked) {
  refuses({{"location", "w.bin"}, {"offset", "8"}, {"length", "8"}}, "has 12 bytes");
  refuses({{"location", "w.bin"}, {"offset", "13"}}, "has 12 bytes");
  refuses({{"location", "w.bin"}, {"offset", "18446744073709551615"}, {"length", "8"}},
          "too few for offset");
  refuses({{"location", "w.bin"}, {"length", "18446744073709551615"}}, "is it cut off?");
  refuses({{"location", "w.bin"}, {"offset", "-4"}}, "is no number");
  refuses({{"location", "w.bin"}, {"offset", "4x"}}, "is no number");
  refuses({{"location", "w.bin"}}, "its external data holds 12 bytes");
  refuses({{"location", "w.bin"}, {"speed", "1"}}, "unknown entry 'speed'");
}

TEST_F(OnnxExternalData, Checksum) {
  writeFile(folder.file("abc.bin"), "abcdefgh");
  std::string known = "425AF12A0743502B322E93A015BCF868E324D56A"; // sha1sum's
  Import result = import({{"location", "abc.bin"}, {"checksum", known}});
  EXPECT_TRUE(result.module);
  refuses({{"location", "w.bin"}, {"length", "8"}, {"checksum", known}}, "is it another file?");
}

TEST_F(OnnxExternalData, BasePathIsNotSupported) {
  Import result = import({{"location", "w.bin"}, {"length", "8"}, {"basepath", "/elsewhere"}});
  EXPECT_EQ(result.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(result.says("base path"));
}

TEST_F(OnnxExternalData, OnlyFilesInsideTheFolder) {
  refuses({}, "must be a path inside");
  refuses({{"location", "/etc/hostname"}}, "must be a path inside");
  refuses({{"location", "../w.bin"}}, "must be a path inside");
  refuses({{"location", "a/../../w.bin"}}, "must be a path inside");
  refuses({{"location", std::string("w.bin\0x", 7)}}, "must be a path inside");
  refuses({{"location", "missing.bin"}}, "it belongs beside the model");
  refuses({{"location", "."}}, "must be a file inside");
}

// Caches of downloaded models lie so: a folder of links into one of files.
TEST_F(OnnxExternalData, BesideWhatTheModelIsALinkTo) {
  TemporaryFolder snapshot, elsewhere;
  auto link = [&](const std::string &to, const std::string &from) {
    return llvm::sys::fs::create_link(to, from);
  };
  import({{"location", "data"}, {"offset", "4"}});
  ASSERT_FALSE(link(folder.file("model.onnx"), snapshot.file("net.onnx")));
  ASSERT_FALSE(link(folder.file("w.bin"), snapshot.file("data")));
  Import linked(snapshot.file("net.onnx"));
  expectTensor(linked.run({counting({2})}), {2}, {11, 22});
  ASSERT_FALSE(llvm::sys::fs::remove(snapshot.file("data")));
  ASSERT_FALSE(llvm::sys::fs::rename(folder.file("w.bin"), folder.file("data")));
  Import beside(snapshot.file("net.onnx"));
  expectTensor(beside.run({counting({2})}), {2}, {11, 22});
  writeFile(elsewhere.file("w.bin"), "123456789012");
  ASSERT_FALSE(link(elsewhere.file("w.bin"), snapshot.file("data")));
  EXPECT_TRUE(Import(snapshot.file("net.onnx")).says("must be a file inside the model's folder"));
}

TEST_F(OnnxExternalData, SymbolicLinksDoNotLeaveTheFolder) {
  TemporaryFolder elsewhere;
  writeFile(elsewhere.file("w.bin"), "12345678");
  ASSERT_FALSE(llvm::sys::fs::create_link(elsewhere.file("w.bin"), folder.file("link.bin")));
  refuses({{"location", "link.bin"}}, "must be a file inside");
  ASSERT_FALSE(llvm::sys::fs::create_link(folder.file("w.bin"), folder.file("own.bin")));
  Import result = import({{"location", "own.bin"}, {"offset", "4"}});
  expectTensor(result.run({counting({2})}), {2}, {11, 22});
}
