// Damaged TFLite models must be refused in words or imported into a module that verifies and runs:
// never a crash, a hang, or silence.
//
//   tflite_mutation_fuzzer [cases [seed [first case]]]
#include "importers/tflite/import.h"
#include "test/fuzz/import_case.h"
#include "test/fuzz/proto_mutations.h"
#include "test/fuzz/tflite_seeds.h"
#include "test/importers/temporary_folder.h"

using namespace qopt;
using namespace qopt::test;
namespace schema = qopt::tflite::schema;

static int32_t oddNumber(Random &random) {
  constexpr int32_t odd[] = {-1, 0, 1, 2, 3, 4, 7, 255, 65536, 2147483647, -2147483647};
  return pick(random, odd);
}

template <typename T> static void mutateList(std::vector<T> &list, Random &random) {
  if (list.empty() || random() % 4 == 0)
    list.push_back(T(oddNumber(random)));
  else if (random() % 4 == 0)
    list.erase(list.begin() + int64_t(below(random, list.size())));
  else
    list[below(random, list.size())] = T(oddNumber(random));
}

static void mutateTensor(schema::TensorT &tensor, Random &random) {
  switch (random() % 7) {
  case 0: return mutateList(tensor.shape, random);
  case 1: return mutateList(tensor.shape_signature, random);
  case 2: tensor.type = schema::TensorType(random() % 23); return;
  case 3: tensor.buffer = uint32_t(random() % 8); return;
  case 4: tensor.is_variable = !tensor.is_variable; return;
  case 5:
    if (tensor.sparsity)
      return mutateList(
          random() % 2 ? tensor.sparsity->traversal_order : tensor.sparsity->block_map, random);
    return;
  default: break;
  }
  if (!tensor.quantization)
    tensor.quantization = std::make_unique<schema::QuantizationParametersT>();
  if (random() % 2)
    return mutateList(tensor.quantization->scale, random);
  if (random() % 2)
    return mutateList(tensor.quantization->zero_point, random);
  tensor.quantization->quantized_dimension = oddNumber(random);
}

// Options of operators are numbers in a row behind the table's head: their bytes are damaged where
// the file is.
static void mutateOperator(schema::OperatorT &op, schema::ModelT &model, Random &random) {
  switch (random() % 5) {
  case 0: return mutateList(op.inputs, random);
  case 1: return mutateList(op.outputs, random);
  case 2: op.opcode_index = uint32_t(random() % 8); return;
  case 3:
    if (op.opcode_index < model.operator_codes.size())
      model.operator_codes[op.opcode_index]->builtin_code = schema::BuiltinOperator(random() % 162);
    return;
  default: op.builtin_options.Reset(); return;
  }
}

static void mutate(schema::ModelT &model, Random &random) {
  schema::SubGraphT &graph = *model.subgraphs[below(random, model.subgraphs.size())];
  const uint64_t what = random() % 8;
  if (what < 3 && !graph.tensors.empty())
    return mutateTensor(*graph.tensors[below(random, graph.tensors.size())], random);
  if (what < 6 && !graph.operators.empty())
    return mutateOperator(*graph.operators[below(random, graph.operators.size())], model, random);
  if (what == 6)
    return mutateList(random() % 2 ? graph.inputs : graph.outputs, random);
  std::vector<uint8_t> &data = model.buffers[below(random, model.buffers.size())]->data;
  mutateList(data, random);
}

static std::string damaged(tflite::test::ModelBuilder model, Random &random) {
  for (uint64_t n = changes(random); n > 0; --n)
    mutate(model.model, random);
  std::string bytes = model.file();
  if (random() % 3 == 0)
    mutateBytes(bytes, random);
  return bytes;
}

int main(int argc, char **argv) {
  const Cases cases = readCases(argc, argv, 1, {2000, 20261128});
  const std::vector<tflite::test::ModelBuilder> seeds = tfliteSeeds();
  TemporaryFolder folder;
  ImportJudge judge;
  auto run = [&](uint64_t i, Random &random) {
    const std::string path = folder.file("model.tflite");
    writeFile(path, damaged(seeds[i % seeds.size()], random));
    return judge.judge(
        [&](mlir::MLIRContext *context, ImportFailure &failure) {
          return tflite::importFile(context, path, {}, failure);
        },
        random);
  };
  if (int status = runCases("tflite_mutation_fuzzer", cases, run))
    return status;
  return reportOutcomes(cases, {{"imported", judge.imported},
                                {"not supported", judge.unsupported},
                                {"refused", judge.refused}});
}
