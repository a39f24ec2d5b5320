#include "tools/io/arrays/npy.h"

#include "test/tools/scratch.h"

#include <random>

using namespace qrt;
using namespace qopt::io;

namespace {

class Npy : public qopt::test::ScratchTest {};

std::string file(const std::string &dictionary, const std::string &data, char major = 1) {
  std::string text = dictionary + "\n", bytes = "\x93NUMPY";
  bytes += {major, 0, char(text.size() & 255), char(text.size() >> 8)};
  if (major > 1)
    bytes += std::string(2, '\0');
  return bytes + text + data;
}

std::string errorOf(const std::string &path) {
  auto stream = ArrayStream::openFile(path);
  if (!stream)
    return stream.status().message();
  auto tensor = stream->readAll();
  return tensor ? "" : tensor.status().message();
}

TEST_F(Npy, RoundTripOfEveryType) {
  for (ElementType type : allElementTypes)
    for (const Shape &shape : {Shape{}, Shape{5}, Shape{0, 3}, Shape{2, 3, 4}}) {
      Tensor tensor = Tensor::allocate(type, shape);
      for (size_t i = 0; i < tensor.bytes(); ++i)
        static_cast<char *>(tensor.mutableData())[i] = char(i * 7 % 2);
      ASSERT_TRUE(writeNpy(path("x.npy"), tensor).ok());
      auto stream = ArrayStream::openFile(path("x.npy"));
      ASSERT_TRUE(stream.ok()) << stream.status().message();
      Tensor named = npyTensor(tensor);
      EXPECT_EQ(stream->type(), named.type());
      EXPECT_EQ(stream->shape(), shape);
      auto again = stream->readAll();
      ASSERT_TRUE(again.ok());
      EXPECT_EQ(memcmp(again->data(), named.data(), named.bytes()), 0);
    }
}

// NumPy has f16; other narrow floats become f32, packed integers bytes.
TEST_F(Npy, TypesThatNumpyDoesNotName) {
  const uint16_t halves[] = {0x3c00, 0xfbff}, brains[] = {0x4049, 0x8001};
  const uint8_t packedBytes[] = {0x7f};
  EXPECT_EQ(npyTensor(Tensor::view(ElementType::F16, {2}, halves)).type(), ElementType::F16);
  EXPECT_NE(npyHeader(ElementType::F16, {2}).find("'<f2'"), std::string::npos);
  Tensor wide = npyTensor(Tensor::view(ElementType::BF16, {2}, brains));
  ASSERT_EQ(wide.type(), ElementType::F32);
  EXPECT_EQ(wide.values<float>()[0], 3.140625f);
  EXPECT_EQ(wide.values<float>()[1], -0x1p-133f);
  Tensor bytes = npyTensor(Tensor::view(ElementType::I4, {2}, packedBytes));
  ASSERT_EQ(bytes.type(), ElementType::I8);
  EXPECT_EQ(bytes.values<int8_t>()[0], -1);
  EXPECT_EQ(bytes.values<int8_t>()[1], 7);
}

// The first 128 bytes that NumPy 1.24 writes for numpy.zeros((2, 3), "f4").
TEST(NpyHeader, AsNumpyWritesIt) {
  std::string header = npyHeader(ElementType::F32, {2, 3});
  EXPECT_EQ(header.size(), 128u);
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\x01\x00v\x00", 10));
  EXPECT_EQ(header.substr(10, 60), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } ");
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(npyHeader(ElementType::I64, {7}).find("'shape': (7,), }"), std::string::npos);
  EXPECT_NE(npyHeader(ElementType::I64, {}).find("'shape': (), }"), std::string::npos);
}

TEST_F(Npy, ReadsOtherVersionsAndSpellings) {
  std::string data(8, '\1');
  for (char major : {1, 2, 3}) {
    auto stream = ArrayStream::openFile(
        put("v.npy", file("{\"x\": 0, 'shape' : (2,1 ) , 'fortran_order':False,'descr':'<i4'}",
                          data, major)));
    ASSERT_TRUE(stream.ok()) << stream.status().message();
    EXPECT_EQ(stream->shape(), (Shape{2, 1}));
    EXPECT_EQ(stream->readAll()->values<int32_t>()[1], 0x01010101);
  }
}

TEST_F(Npy, RowsComeInOrder) {
  std::vector<float> values{0, 1, 2, 3, 4, 5};
  ASSERT_TRUE(writeNpy(path("x.npy"), Tensor::fromValues<float>({3, 2}, values)).ok());
  auto stream = ArrayStream::openFile(path("x.npy"));
  float two[4], one[2], none[2];
  ASSERT_TRUE(stream->readRows(2, two).ok());
  ASSERT_TRUE(stream->readRows(1, one).ok());
  EXPECT_EQ(two[3], 3);
  EXPECT_EQ(one[1], 5);
  EXPECT_FALSE(stream->readRows(1, none).ok());
}

TEST_F(Npy, SaysWhatIsWrong) {
  auto expect = [&](const std::string &bytes, const std::string &words) {
    std::string error = errorOf(put("bad.npy", bytes));
    EXPECT_NE(error.find(words), std::string::npos) << error;
    EXPECT_NE(error.find("bad.npy"), std::string::npos) << error;
  };
  auto header = [](std::string descr, std::string order, std::string shape) {
    return file("{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + "}",
                std::string(16, '\0'));
  };
  expect("", "too short");
  expect("not an array at all", "no NumPy magic");
  expect(header("'>f4'", "False", "(4,)"), "'>f4'");
  expect(header("'|O'", "False", "(4,)"), "holds Python objects, no numbers: ");
  expect(header("[('a', '<f4')]", "False", "(4,)"), "elements of NumPy type");
  expect(header("'<f4'", "True", "(2, 2)"), "Fortran order");
  expect(header("'<f4'", "False", "(-4,)"), "damaged shape");
  expect(header("'<f4'", "False", "(4"), "damaged shape");
  expect(header("'<f4'", "False", "(4611686018427387904, 4)"), "too large");
  expect(header("'<f4'", "False", "(99999999999999999999,)"), "damaged shape");
  expect(header("'<f4'", "False", "(1000000000,)"), "cut short");
  expect(header("'<f4'", "False", "(5,)"),
         "is cut short: its shape 5 needs 20 bytes; copy the file anew, or save the array again");
  expect(header("'<f4'", "False", "(3,)"), "has 4 bytes behind the data of its shape 3");
  expect(file("{'descr': '<f4'}", ""), "without descr");
  expect(std::string("\x93NUMPY\x01\x00\xff\xff{", 11) + "    ", "cut short");
  expect(std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12), "claims a .npy header");
  expect(std::string("\x93NUMPY\x09\x00\x10\x00....", 14), "unknown .npy version");
}

TEST(NpyFile, MissingFileAndFolder) {
  EXPECT_NE(errorOf("/nonexistent/x.npy").find("cannot open"), std::string::npos);
  EXPECT_FALSE(errorOf("/tmp").empty());
}

TEST_F(Npy, MutatedFilesNeverCrash) {
  std::string good =
      file("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", std::string(16, '\1'));
  std::mt19937 random(20261121);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = good;
    for (unsigned i = 0, n = 1 + random() % 4; i < n; ++i)
      bytes[random() % bytes.size()] = char(random());
    if (random() % 4 == 0)
      bytes.resize(random() % bytes.size());
    size_t at = 0; // without a file: reads what a stream would
    auto read = [&](void *target, size_t n) {
      n = std::min(n, bytes.size() - at);
      memcpy(target, bytes.data() + at, n);
      at += n;
      return int64_t(n);
    };
    auto stream = ArrayStream::create(read, bytes.size(), "fuzz");
    if (!stream)
      continue;
    auto tensor = stream->readAll();
    EXPECT_TRUE(!tensor.ok() || tensor->bytes() <= bytes.size()) << "round " << round;
  }
}

} // namespace
