// Damaged Caffe networks, or damaged weights beside sound ones, must be refused in words or
// imported into a module that verifies and runs: never a crash, a hang, or silence.
//
//   caffe_mutation_fuzzer text|weights [cases [seed [first case]]]
#include "importers/caffe/import.h"
#include "test/fuzz/caffe_mutations.h"
#include "test/fuzz/caffe_seeds.h"
#include "test/fuzz/import_case.h"
#include "test/fuzz/proto_mutations.h"
#include "test/importers/temporary_folder.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <cstdio>

using namespace qopt;
using namespace qopt::test;
namespace proto = qopt::caffe::proto;

// As text, or as the message that it is; both are printed by protobuf in places.
static void damageText(std::string &text, const std::string &donor, Random &random) {
  google::protobuf::LogSilencer quiet; // damaged twice, it may not parse
  proto::NetParameter net;
  if (random() % 4 || !google::protobuf::TextFormat::ParseFromString(text, &net))
    return mutateNet(text, donor, random);
  mutateField(net, caffeWords, random);
  google::protobuf::TextFormat::PrintToString(net, &text);
}

static std::string damagedWeights(proto::WeightsParameter weights, Random &random) {
  google::protobuf::LogSilencer quiet; // of names that are no UTF-8
  if (random() % 4)
    mutateField(weights, caffeWords, random);
  std::string bytes = weights.SerializeAsString();
  if (random() % 4 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what != "text" && what != "weights")
    return std::fprintf(stderr, "caffe_mutation_fuzzer text|weights [cases [seed [first]]]\n"), 2;
  const Cases cases = readCases(argc, argv, 2, {2000, 20261123});
  const std::vector<CaffeSeed> seeds = caffeSeeds();
  TemporaryFolder folder;
  ImportJudge judge;
  auto run = [&](uint64_t i, Random &random) {
    const CaffeSeed &sound = seeds[i % seeds.size()];
    std::string text = sound.text, weights = sound.weights.SerializeAsString();
    if (what == "weights")
      weights = damagedWeights(sound.weights, random);
    else
      for (uint64_t n = changes(random); n > 0; --n)
        damageText(text, seeds[below(random, seeds.size())].text, random);
    writeFile(folder.file("net.prototxt"), text);
    writeFile(folder.file("net.caffemodel"), weights);
    ImportOptions options;
    options.weights = folder.file("net.caffemodel");
    options.freesBatch = random() % 8 == 0;
    return judge.judge(
        [&](mlir::MLIRContext *context, ImportFailure &failure) {
          return caffe::importFile(context, folder.file("net.prototxt"), options, failure);
        },
        random);
  };
  if (int status = runCases("caffe_mutation_fuzzer: " + what, cases, run))
    return status;
  return reportOutcomes(cases, {{"imported", judge.imported},
                                {"not supported", judge.unsupported, /*mustOccur=*/false},
                                {"refused", judge.refused}});
}
