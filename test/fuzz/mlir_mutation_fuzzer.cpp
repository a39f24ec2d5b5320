// Damaged text and bytecode must be refused in words or read as a module that
// runs or is refused: never a crash, a hang, or silence.
//
//   mlir_mutation_fuzzer text|bytecode [cases [seed [first case]]]
#include "ir/values/keys.h"
#include "test/fuzz/mlir_mutations.h"
#include "test/fuzz/mlir_seeds.h"
#include "test/fuzz/run_small.h"
#include "tools/libqopt/qopt_mlir.h"

#include <cstdio>

using namespace mlir;
using namespace qopt;
using namespace qopt::test;

namespace {
struct Tally {
  unsigned read = 0, refused = 0, survived = 0; // survived: the reader's crash
};
} // namespace

static std::string damagedBytes(const std::vector<MlirSeed> &seeds, bool isText, uint64_t i,
                                Random &random) {
  auto form = [&](uint64_t seed) -> const std::string & {
    const MlirSeed &one = seeds[seed % seeds.size()];
    return isText ? one.text : one.bytecode;
  };
  std::string bytes = form(i);
  // Mostly one change: several together seldom get past the first check.
  for (uint64_t n = random() % 3 == 0 ? 1 + random() % 4 : 1; n > 0; --n)
    (isText ? mutateText : mutateBytecode)(bytes, form(random()), random);
  return bytes;
}

// An empty string, or what went wrong.
static std::string runCase(const std::string &bytes, Random &random, Tally &tally) {
  auto context = makeContext();
  unsigned said = 0;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &) {
    ++said;
    return success();
  });
  auto module = parseModule(*context, bytes);
  if (!module.ok()) {
    std::string message = module.status().message();
    bool survived = message.find("the file is damaged") != std::string::npos;
    ++(survived ? tally.survived : tally.refused);
    if (survived && message.find("being verified") != std::string::npos)
      return "our verifiers: " + message; // upstream's readers are known to crash
    return message.find("error: ") == std::string::npos ? "refused without a word" : "";
  }
  ++tally.read;
  (void)moduleHash(**module);
  func::FuncOp entry = nn::entryOf(**module);
  if (entry && !runsIfSmall(entry, random) && said == 0)
    return "the evaluator refuses in silence";
  return "";
}

int main(int argc, char **argv) {
  std::string form = argc > 1 ? argv[1] : "";
  if (form != "text" && form != "bytecode")
    return std::fprintf(stderr, "mlir_mutation_fuzzer text|bytecode [cases [seed [first]]]\n"), 2;
  uint64_t cases = argc > 2 ? strtoull(argv[2], nullptr, 10) : 1000;
  uint64_t seed = argc > 3 ? strtoull(argv[3], nullptr, 10) : 20261121;
  uint64_t first = argc > 4 ? strtoull(argv[4], nullptr, 10) : 0;
  std::printf("mlir_mutation_fuzzer: %s, %llu cases from %llu, seed %llu\n", form.c_str(),
              (unsigned long long)cases, (unsigned long long)first, (unsigned long long)seed);
  std::fflush(stdout);
  std::vector<MlirSeed> seeds = mlirSeeds();
  if (seeds.empty())
    return std::fprintf(stderr, "the seeds cannot be read\n"), 1;
  watch();
  Tally tally;
  for (uint64_t i = first; i < first + cases; ++i) {
    beginCase(i, seed);
    Random random(seed * 1000003 + i);
    std::string wrong = runCase(damagedBytes(seeds, form == "text", i, random), random, tally);
    if (!wrong.empty())
      return std::fprintf(stderr, "%s%s\n", currentCase(), wrong.c_str()), 1;
  }
  std::printf("%u read, %u refused, %u crashes survived\n", tally.read, tally.refused,
              tally.survived);
  // Damage that is always noticed, or never, tests nothing.
  bool mixed = tally.read > 0 && tally.refused > 0;
  return mixed || cases < 100 ? 0 : 1;
}
