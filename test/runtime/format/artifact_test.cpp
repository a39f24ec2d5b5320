#include "test/runtime/format/artifacts.h"

#include <gtest/gtest.h>

#include <random>

namespace qrt::test {
namespace {

/// Every leaf of a struct as text, found through the visitors alone: what encoder.h forgets is
/// missed here.
class Leaves {
public:
  std::vector<std::string> all;

  template <typename T> void add(const T &value) {
    if constexpr (std::is_same_v<T, std::string>)
      all.push_back("'" + value + "'");
    else if constexpr (std::is_enum_v<T>)
      all.push_back("enum " + std::to_string(int(value)));
    else if constexpr (std::is_floating_point_v<T>)
      all.push_back(std::to_string(
          std::bit_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(value)));
    else if constexpr (std::is_arithmetic_v<T>)
      all.push_back(std::to_string(value));
    else if constexpr (Described<T>)
      visitFields(value, [&](std::string_view name, const auto &field) {
        all.emplace_back(name);
        add(field);
      });
    else if constexpr (!std::is_empty_v<T>)
      addComposed(value);
  }

private:
  void addComposed(const Tensor &tensor) {
    all.push_back(std::string(elementTypeName(tensor.type())) + shapeToString(tensor.shape()) +
                  (tensor.data()
                       ? std::string(static_cast<const char *>(tensor.data()), tensor.bytes())
                       : "none"));
  }
  template <typename List> void addEach(const List &list) {
    all.push_back("of " + std::to_string(std::size(list)));
    for (const auto &item : list)
      add(item);
  }
  template <typename T> void addComposed(const std::vector<T> &list) { addEach(list); }
  template <typename T, size_t n> void addComposed(const std::array<T, n> &list) { addEach(list); }
  template <typename T, size_t n> void addComposed(const T (&list)[n]) { addEach(list); }
  template <typename T> void addComposed(const std::optional<T> &value) {
    all.emplace_back(value ? "some" : "none");
    if (value)
      add(*value);
  }
  template <typename... T> void addComposed(const std::variant<T...> &value) {
    all.push_back("kind " + std::to_string(value.index()));
    std::visit([&](const auto &held) { add(held); }, value);
  }
};

template <typename T> std::vector<std::string> leavesOf(const T &value) {
  Leaves leaves;
  leaves.add(value);
  return leaves.all;
}

void expectRefused(const std::string &bytes, std::string_view says,
                   StatusCode code = StatusCode::InvalidArgument) {
  auto file = readArtifact(bytes);
  Status status = file.status();
  for (size_t i = 0; status.ok() && i < file->entries().size(); ++i)
    status = file->program(i).status();
  EXPECT_EQ(status.code(), code) << says;
  EXPECT_EQ(status.message().find("net.qart: "), 0u) << status.message();
  EXPECT_NE(status.message().find(says), std::string::npos)
      << "said '" << status.message() << "', not '" << says << "'";
}

template <typename T> std::string with(std::string bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

TEST(Artifact, EveryFieldComesBack) {
  auto file = readArtifact(fullArtifact());
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ(file->producer(), "qopt " QOPT_VERSION);
  ASSERT_EQ(file->entries().size(), 2u);
  const Program programs[] = {everyCall(), launches()};
  for (size_t i = 0; i < 2; ++i) {
    auto program = file->program(i);
    ASSERT_TRUE(program.ok()) << program.status().message();
    EXPECT_EQ(leavesOf(**program), leavesOf(programs[i]));
    const ArtifactEntry &entry = file->entries()[i];
    EXPECT_EQ(text(entry), programs[i].target + ": in0 Nx4x4x2");
    EXPECT_EQ(entry.inputs[0].quantization->zeroPoint, -3);
    EXPECT_EQ(textOf(entry.inputs[0].preprocess),
              "--mean=1,2,3,4 --std=5,6,7,8 --resize=8 --channels=bgr");
    EXPECT_EQ(entry.binaries[0].code.values<uint8_t>()[2], 3);
    EXPECT_EQ(entry.multiplyAdds, (Extent{12, 3}));
  }
}

TEST(Artifact, ConstantsAreKeptOnceAndLieInTheFile) {
  Program one = everyCall(), other = launches();
  Tensor weights = Tensor::allocate(ElementType::I8, {64, 1024});
  std::memset(weights.mutableData(), 7, weights.bytes());
  one.constants.push_back({"w", weights});
  Tensor again = Tensor::allocate(ElementType::U8, {1024, 64}); // the same bytes, another tensor
  std::memset(again.mutableData(), 7, again.bytes());
  other.constants.push_back({"v", again});
  const std::string bytes = artifactOf({one, other});
  EXPECT_LT(bytes.size(), artifactOf({everyCall(), launches()}).size() + weights.bytes() + 4096);
  std::vector<const void *> places;
  std::shared_ptr<const Program> last;
  {
    auto file = readArtifact(bytes);
    ASSERT_TRUE(file.ok()) << file.status().message();
    for (size_t i = 0; i < 2; ++i) {
      auto program = file->program(i);
      ASSERT_TRUE(program.ok()) << program.status().message();
      for (const Constant &constant : (*program)->constants)
        EXPECT_EQ(uintptr_t(constant.value.data()) % 64, 0u) << constant.key;
      places.push_back((*program)->constants.back().value.data());
      last = *program;
    }
  }
  EXPECT_EQ(places[0], places[1]);
  EXPECT_EQ(last->constants.back().value.values<uint8_t>()[65535], 7); // the file's bytes live on
}

TEST(Artifact, TheSameProgramsGiveTheSameBytes) {
  EXPECT_EQ(fullArtifact(), fullArtifact());
  EXPECT_NE(artifactOf({everyCall()}), artifactOf({launches()}));
}

TEST(Artifact, TheWriterKnowsItsSize) {
  ArtifactWriter writer;
  writer.add(entryOf(everyCall()), std::make_shared<Program>(everyCall()));
  uint64_t written = 0;
  writer.write([&](std::span<const std::byte> part) { written += part.size(); });
  EXPECT_EQ(writer.bytes(), written);
}

TEST(Artifact, OtherFormatsAndFieldsAreRefusedInWords) {
  const std::string good = fullArtifact();
  std::string later = with(good, offsetof(ArtifactHeader, format), uint32_t(3));
  std::memcpy(later.data() + offsetof(ArtifactHeader, producer), "qopt 9.8.7\0", 11);
  expectRefused(later,
                "made by qopt 9.8.7, format 3; this runtime reads format 1: compile it again with "
                "qrun compile of qopt " QOPT_VERSION,
                StatusCode::Unsupported);
  expectRefused(with(good, offsetof(ArtifactHeader, schema), uint64_t(1)),
                "whose programs have other fields than this runtime's: compile it again",
                StatusCode::Unsupported);
  expectRefused("", "is no .qart file");
  expectRefused(std::string(1000, 'x'), "is no .qart file");
  expectRefused(good + "tail", "4 bytes follow its end");
}

TEST(Artifact, EveryCutIsRefused) {
  const std::string good = artifactOf({everyCall()});
  for (size_t size = 0; size < good.size(); size += size < 2000 ? 1 : 61) {
    auto file = readArtifact(good.substr(0, size));
    ASSERT_FALSE(file.ok()) << size;
    EXPECT_NE(file.status().message().find(size < 8 ? "is no .qart file" : "is cut short"),
              std::string::npos)
        << file.status().message();
  }
}

// A flip in the index or header is found when the file is opened, any other when its program is.
TEST(Artifact, EveryFlippedBitIsSeen) {
  const std::string good = artifactOf({everyCall()});
  std::mt19937 random(20261124);
  for (size_t at = 0; at < good.size(); ++at) {
    const auto bit = char(1 << random() % 8);
    auto file = readArtifact(with(good, at, char(good[at] ^ bit)));
    EXPECT_FALSE(file && file->program(0).ok()) << "byte " << at;
  }
}

TEST(Artifact, WhatFitsItsSumsIsStillChecked) {
  const std::string good = fullArtifact();
  const size_t index = sizeof(ArtifactHeader);
  auto refused = [&](std::string bytes, std::string_view says) {
    mendSums(bytes);
    expectRefused(bytes, says);
  };
  refused(with(good, index, uint32_t(-1)), "a length of 4294967295");
  refused(with(good, index, uint32_t(0)), "its blobs are not all of it");
  refused(with(good, index + 4, uint64_t(1) << 60), "a blob reaches past its end");
  refused(with(good, index + 4, uint64_t(-1)), "a blob reaches past its end");
  refused(with(good, index + 4, uint64_t(3)), "is damaged");
}

TEST(Artifact, TheIndexMustSayWhatTheProgramIs) {
  auto refused = [](const std::function<void(ArtifactEntry &)> &corrupt, std::string_view says) {
    ArtifactWriter writer;
    ArtifactEntry entry = entryOf(everyCall());
    corrupt(entry);
    writer.add(entry, std::make_shared<Program>(everyCall()));
    std::string bytes;
    writer.write([&](std::span<const std::byte> part) {
      bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
    });
    expectRefused(bytes, says);
  };
  refused([](ArtifactEntry &e) { e.device.driver = "opencl"; }, "another device");
  refused([](ArtifactEntry &e) { e.inputs[0].name = "x"; }, "other ports");
  refused([](ArtifactEntry &e) { e.inputs[0].type = ElementType::U8; }, "other ports");
  refused([](ArtifactEntry &e) { e.outputs[0].shape[0].scale = 2; }, "other ports");
  refused([](ArtifactEntry &e) { e.outputs.clear(); }, "other ports");
  refused([](ArtifactEntry &e) { e.outputs[0].shape[0].offset = INT64_MIN; }, "cannot be");
  auto quantized = [&](QuantParams params) {
    refused([&](ArtifactEntry &e) { e.inputs[0].quantization = params; }, "a scale that there");
  };
  quantized({0, 0, -128, 127, ElementType::I8});
  quantized({HUGE_VAL, 0, -128, 127, ElementType::I8});
  quantized({1, 0, 3, 2, ElementType::I8});
  quantized({1, 0, -128, 128, ElementType::I8});
  quantized({1, 0, 0, 127, ElementType::U8}); // the input is i8
  auto prepared = [&](Preprocess preprocess) {
    refused([&](ArtifactEntry &e) { e.inputs[0].preprocess = preprocess; }, "an unknown way");
  };
  prepared({{1}, {}});
  prepared({{1}, {0}});
  prepared({{1, 2}, {3, 4}}); // of 4 channels
  prepared({{}, {}, {{8, 8}, {}, {9, 9}, {}}});
  refused([](ArtifactEntry &e) { e.outputs[0].length = PortLength{0, 0}; }, "no output tells");
  refused([](ArtifactEntry &e) { e.outputs[0].length = PortLength{9, 0}; }, "no output tells");
}

TEST(Artifact, ProgramsAreVerified) {
  Program broken = everyCall();
  broken.nodes[0].writes[0] = 1000;
  expectRefused(artifactOf({broken}), "a buffer that does not exist");
}

// Numbers that name no enumerator, no alternative, no bool.
TEST(Artifact, NumbersWithoutMeaningAreRefused) {
  Program odd = everyCall();
  odd.buffers[1].role = BufferRole(77);
  expectRefused(artifactOf({odd}), "at role: 77 where less than 3 is possible");
  odd = everyCall();
  std::get<Conv2dCall>(std::get<Call>(odd.nodes[2].work)).epilogue.program.instructions[0].op =
      ScalarOp(250);
  expectRefused(artifactOf({odd}), "at op: 250 where less than");
}

} // namespace
} // namespace qrt::test
