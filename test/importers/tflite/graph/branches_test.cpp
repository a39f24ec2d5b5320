// IF: the branch that its condition chooses stands in its place.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

// y = |x| where the condition is true, else x itself.
static ModelBuilder choice(bool isKnown, bool condition) {
  ModelBuilder m;
  const int32_t chosen = isKnown ? m.constant({}, TensorType::BOOL, std::string(1, condition))
                                 : m.input({}, TensorType::BOOL);
  const int32_t x = m.input({2}), y = m.tensor({2});
  schema::IfOptionsT options;
  options.then_subgraph_index = 1;
  options.else_subgraph_index = 2;
  m.op(BuiltinOperator::IF, {chosen, x}, {y}, options);
  m.output(y);
  ModelBuilder size, same;
  const int32_t a = size.input({2}), c = size.tensor({2});
  size.op(BuiltinOperator::ABS, {a}, {c});
  size.output(c);
  same.output(same.input({2}));
  for (ModelBuilder *branch : {&size, &same}) {
    for (auto &op : branch->graph().operators) {
      op->opcode_index = uint32_t(m.model.operator_codes.size());
      m.model.operator_codes.push_back(std::move(branch->model.operator_codes.front()));
    }
    m.model.subgraphs.push_back(std::move(branch->model.subgraphs.front()));
  }
  return m;
}

TEST(TfliteBranches, TheChosenOneStandsInItsPlace) {
  expectFloats(Import(choice(true, true)).run({{-2, 3}}), {2, 3});
  expectFloats(Import(choice(true, false)).run({{-2, 3}}), {-2, 3});
}

TEST(TfliteBranches, AComputedConditionIsRefusedByName) {
  expectRefused(choice(false, true), ImportFailure::Unsupported,
                "IF (its condition 't0' is computed from data");
}

TEST(TfliteBranches, AnInputThatIsBoundIsKnown) {
  ImportOptions options;
  options.values.push_back({"t0", {1}});
  Import import(choice(false, true), options);
  expectFloats(import.run({{-2, 3}}), {2, 3});
}

TEST(TfliteBranches, ABranchThatHoldsItselfIsRefused) {
  ModelBuilder m = choice(true, true);
  schema::OperatorT &inner = *m.model.subgraphs[1]->operators.front();
  inner.opcode_index = 0; // IF
  schema::IfOptionsT options;
  options.then_subgraph_index = options.else_subgraph_index = 1;
  inner.builtin_options.Set(std::move(options));
  schema::SubGraphT &branch = *m.model.subgraphs[1];
  branch.tensors.push_back(std::make_unique<schema::TensorT>(*m.model.subgraphs[0]->tensors[0]));
  inner.inputs.insert(inner.inputs.begin(), int32_t(branch.tensors.size()) - 1);
  expectRefused(m, ImportFailure::Unsupported, "branches nested too deeply");
}

TEST(TfliteBranches, ABranchOfAnotherNumberOfInputsIsDamaged) {
  ModelBuilder m = choice(true, true);
  m.model.subgraphs[1]->inputs.clear();
  expectRefused(m, ImportFailure::BadFile, "its branch has 0 inputs and 1 outputs");
}
