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
  for (uint64_t n = changes(random); n > 0; --n)
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
  const Cases cases = readCases(argc, argv, 2, {1000, 20261121});
  const std::vector<MlirSeed> seeds = mlirSeeds();
  if (seeds.empty())
    return std::fprintf(stderr, "the seeds cannot be read\n"), 1;
  Tally tally;
  auto run = [&](uint64_t i, Random &random) {
    return runCase(damagedBytes(seeds, form == "text", i, random), random, tally);
  };
  if (int status = runCases("mlir_mutation_fuzzer: " + form, cases, run))
    return status;
  return reportOutcomes(cases, {{"read", tally.read},
                                {"refused", tally.refused},
                                {"crashes survived", tally.survived, /*mustOccur=*/false}});
}
