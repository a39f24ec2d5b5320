// Damaged pictures must be refused in words, or decode to as many pixels as their header says, and
// become samples: never a crash, a hang, or silence.
//
//   picture_mutation_fuzzer jpeg|png [cases [seed [first case]]]
#include "test/fuzz/mlir_mutations.h"
#include "tools/io/image/sample.h"

#include "llvm/Support/CRC.h"

#include <cstdio>
#include <fstream>
#include <iterator>

using namespace qopt;
using namespace qopt::io;
using namespace qopt::test;

static constexpr std::string_view jpegs[] = {"color.jpg", "color420.jpg", "progressive.jpg",
                                             "grey.jpg",  "cmyk.jpg",     "turned.jpg"};
static constexpr std::string_view pngs[] = {"rgb.png",     "rgb_interlaced.png", "rgb16.png",
                                            "palette.png", "bits.png",           "grey_alpha.png"};

static std::vector<std::string> seedsOf(std::string_view format) {
  std::vector<std::string> seeds;
  for (std::string_view name : format == "jpeg" ? std::span(jpegs) : std::span(pngs)) {
    std::ifstream file(QOPT_SOURCE_DIR "/test/tools/io/image/Inputs/" + std::string(name),
                       std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

static uint32_t numberAt(const std::string &bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = 0; i < 4; ++i)
    number = number << 8 | uint8_t(bytes[at + i]);
  return number;
}

// Or checksums would refuse nearly everything before it is looked at.
static void mendChecksums(std::string &png) {
  for (size_t at = 8; at + 12 <= png.size();) {
    const size_t length = numberAt(png, at);
    if (length > png.size() - at - 12)
      return;
    auto *chunk = reinterpret_cast<const uint8_t *>(png.data()) + at + 4;
    const uint32_t sum = llvm::crc32(llvm::ArrayRef(chunk, length + 4));
    for (size_t i = 0; i < 4; ++i)
      png[at + 8 + length + i] = char(sum >> (24 - 8 * i));
    at += 12 + length;
  }
}

namespace {
struct Tally {
  unsigned read = 0, refused = 0;
};
} // namespace

// An empty string, or what went wrong.
static std::string runCase(const std::string &bytes, Tally &tally) {
  const Bytes file(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
  auto header = parsePictureHeader(file);
  // A picture that is large by its header decodes, and takes its time.
  if (header && header->height * header->width > 1 << 22)
    return "";
  auto picture = decodePicture(file);
  ++(picture.ok() ? tally.read : tally.refused);
  if (!picture)
    return picture.status().message().empty() ? "refused without a word" : "";
  if (!header || picture->height != header->height || picture->width != header->width ||
      picture->pixels.size() != size_t(picture->height * picture->width * picture->channels))
    return "other sizes than the header's";
  nn::ImageSteps steps;
  steps.resize = {8, 0};
  steps.interpolation = nn::Interpolation::Bicubic;
  auto sample = toSample(*picture, *PictureForm::of({1, 3, 8, 8}, steps));
  if (!sample)
    return sample.status().message().empty() ? "no sample, without a word" : "";
  return sample->shape() == qrt::Shape{3, 8, 8} ? "" : "a sample of another shape";
}

int main(int argc, char **argv) {
  const std::string format = argc > 1 ? argv[1] : "";
  if (format != "jpeg" && format != "png")
    return std::fprintf(stderr, "picture_mutation_fuzzer jpeg|png [cases [seed [first]]]\n"), 2;
  const Cases cases = readCases(argc, argv, 2, {2000, 20261122});
  const std::vector<std::string> seeds = seedsOf(format);
  Tally tally, sound;
  for (const std::string &bytes : seeds)
    if (std::string wrong = runCase(bytes, sound); !wrong.empty() || sound.refused)
      return std::fprintf(stderr, "a seed cannot be read\n"), 1;
  auto run = [&](uint64_t, Random &random) {
    std::string bytes = seeds[below(random, seeds.size())];
    for (uint64_t n = 1 + random() % 3; n > 0; --n)
      mutateBytecode(bytes, seeds[below(random, seeds.size())], random);
    if (format == "png" && random() % 8)
      mendChecksums(bytes);
    return runCase(bytes, tally);
  };
  if (int status = runCases("picture_mutation_fuzzer: " + format, cases, run))
    return status;
  return reportOutcomes(cases, {{"read", tally.read}, {"refused", tally.refused}});
}
