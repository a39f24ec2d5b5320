// Damaged .qart files must be refused in words, or give programs that verifyProgram takes: never a
// crash, a hang or silence, nor memory that the file's size does not account for.
//
//   artifact_mutation_fuzzer [cases [seed [first case]]]
#include "runtime/core/artifact.h"
#include "test/fuzz/mlir_mutations.h"
#include "test/runtime/format/artifacts.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

using namespace qopt::test;

static size_t allocated = 0;

void *operator new(size_t bytes) {
  allocated += bytes;
  void *memory = std::malloc(bytes);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace {
struct Tally {
  unsigned unopened = 0, refused = 0, read = 0;
};
} // namespace

// A list's item may take a byte of the file and 32 of memory, twice as much while the list grows.
static size_t mostMemory(size_t bytes) { return 128 * bytes + (size_t(1) << 20); }

// An empty string, or what went wrong.
static std::string runCase(const std::string &bytes, Tally &tally) {
  auto artifact = qrt::Artifact::copy(qrt::asBytes(bytes), "net.qart");
  if (!artifact) {
    ++tally.unopened;
    return artifact.status().message().starts_with("net.qart: ") ? "" : "refused without its name";
  }
  for (size_t i = 0; i < artifact->entries().size(); ++i) {
    if (text(artifact->entries()[i]).empty())
      return "an entry without a word";
    auto program = artifact->program(i);
    ++(program.ok() ? tally.read : tally.refused);
    if (!program && !program.status().message().starts_with("net.qart: is damaged: "))
      return "refused as '" + program.status().message() + "'";
    if (program && !verifyProgram(**program).ok())
      return "a program that was not verified";
  }
  return "";
}

/// Bits, numbers and stretches anywhere, or noise.
static std::string damaged(const std::string &seed, Random &random) {
  if (random() % 16 == 0) {
    std::string noise(below(random, 4096), '\0');
    std::generate(noise.begin(), noise.end(), [&] { return char(random()); });
    noise.replace(0, std::min(noise.size(), sizeof(qrt::ArtifactHeader)), seed, 0,
                  sizeof(qrt::ArtifactHeader));
    return noise;
  }
  std::string bytes = seed;
  for (uint64_t n = changes(random); n > 0; --n)
    mutateBytecode(bytes, seed, random);
  return bytes;
}

int main(int argc, char **argv) {
  const Cases cases = readCases(argc, argv, 1, {2000, 20261124});
  const std::string seed = qrt::test::fullArtifact();
  Tally tally, sound;
  if (!runCase(seed, sound).empty() || sound.read != 2)
    return std::fprintf(stderr, "the seed cannot be read\n"), 1;
  auto run = [&](uint64_t, Random &random) {
    std::string bytes = damaged(seed, random);
    if (random() % 8)
      qrt::test::mendSums(bytes);
    const size_t before = allocated;
    std::string wrong = runCase(bytes, tally);
    const size_t taken = allocated - before;
    if (wrong.empty() && taken > mostMemory(bytes.size()))
      wrong =
          std::to_string(taken) + " bytes of memory for a file of " + std::to_string(bytes.size());
    return wrong;
  };
  if (int status = runCases("artifact_mutation_fuzzer", cases, run))
    return status;
  return reportOutcomes(cases, {{"not opened", tally.unopened},
                                {"programs refused", tally.refused},
                                {"programs read", tally.read}});
}
