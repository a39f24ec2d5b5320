// Damaged TensorFlow graphs, and damaged checkpoints beside a sound one, must be refused in words
// or imported into a module that verifies and runs: never a crash, a hang, or silence.
//
//   graphdef_mutation_fuzzer graph|checkpoint [cases [seed [first case]]]
#include "importers/graphdef/import.h"
#include "test/fuzz/graphdef/checkpoint_seed.h"
#include "test/fuzz/graphdef/graph_seeds.h"
#include "test/fuzz/import_case.h"
#include "test/fuzz/proto_mutations.h"
#include "test/importers/temporary_folder.h"

#include <google/protobuf/stubs/logging.h>

#include <cstdio>

using namespace qopt;
using namespace qopt::test;
namespace proto = qopt::graphdef::proto;

static constexpr const char *words[] = {"Conv2D", "Reshape", "StridedSlice", "Merge", "Const",
                                        "SAME",   "NHWC",    "image",        "rows",  "y:1"};

static std::string damaged(proto::GraphDef graph, Random &random) {
  google::protobuf::LogSilencer quiet; // of names that are no UTF-8
  for (uint64_t n = changes(random); n > 0; --n)
    mutateField(graph, words, random);
  std::string bytes = graph.SerializeAsString();
  if (random() % 8 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what != "graph" && what != "checkpoint")
    return std::fprintf(stderr,
                        "graphdef_mutation_fuzzer graph|checkpoint [cases [seed [first]]]\n"),
           2;
  const Cases cases = readCases(argc, argv, 2, {2000, 20261128});
  const std::vector<proto::GraphDef> seeds = graphDefSeeds();
  const CheckpointSeed checkpoint = checkpointSeed();
  TemporaryFolder folder;
  writeFile(folder.file("net.data-00000-of-00001"), checkpoint.data);
  ImportJudge judge;
  auto run = [&](uint64_t i, Random &random) {
    ImportOptions options;
    std::string graph = checkpoint.graph.SerializeAsString(), index = checkpoint.index;
    if (what == "graph")
      graph = damaged(seeds[i % seeds.size()], random);
    else
      for (uint64_t n = changes(random); n > 0; --n)
        mutateBytes(index, random);
    writeFile(folder.file("net.pb"), graph);
    writeFile(folder.file("net.index"), index);
    if (what == "checkpoint")
      options.weights = folder.file("net");
    return judge.judge(
        [&](mlir::MLIRContext *context, ImportFailure &failure) {
          return graphdef::importFile(context, folder.file("net.pb"), options, failure);
        },
        random);
  };
  if (int status = runCases("graphdef_mutation_fuzzer: " + what, cases, run))
    return status;
  return reportOutcomes(cases, {{"imported", judge.imported},
                                {"not supported", judge.unsupported, /*mustOccur=*/what == "graph"},
                                {"refused", judge.refused}});
}
