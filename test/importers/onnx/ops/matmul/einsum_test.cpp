#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static qrt::Tensor einsum(const std::string &equation, const std::vector<Numbers> &shapes) {
  ModelBuilder m(13);
  std::vector<std::string> names;
  std::vector<qrt::Tensor> inputs;
  for (const Numbers &shape : shapes) {
    names.push_back("x" + std::to_string(names.size()));
    m.input(names.back(), shape);
    inputs.push_back(counting(shape));
  }
  m.output("y").node("Einsum", names, {"y"}).set("equation", equation);
  return Import(m).run(inputs);
}

// Expected values by numpy.einsum on 1, 2, 3, …
TEST(OnnxEinsum, OneFactor) {
  expectTensor(einsum("ij->ji", {{2, 3}}), {3, 2}, {1, 4, 2, 5, 3, 6});
  expectTensor(einsum("ij->i", {{2, 3}}), {2}, {6, 15});
  expectTensor(einsum("ba", {{2, 3}}), {3, 2}, {1, 4, 2, 5, 3, 6});
  expectTensor(einsum("i j ->", {{2, 3}}), {}, {21});
  expectTensor(einsum("...j->...", {{2, 1, 3}}), {2, 1}, {6, 15});
}

TEST(OnnxEinsum, Diagonals) {
  expectTensor(einsum("ii->i", {{3, 3}}), {3}, {1, 5, 9});
  expectTensor(einsum("ii", {{3, 3}}), {}, {15});
  expectTensor(einsum("iji->ji", {{2, 2, 2}}), {2, 2}, {1, 6, 3, 8});
  expectTensor(einsum("...ii->...i", {{2, 2, 2}}), {2, 2}, {1, 4, 5, 8});
  expectTensor(einsum("iijj->ij", {{2, 2, 2, 2}}), {2, 2}, {1, 4, 13, 16});
}

TEST(OnnxEinsum, TwoFactors) {
  expectTensor(einsum("ij,jk->ik", {{2, 2}, {2, 2}}), {2, 2}, {7, 10, 15, 22});
  expectTensor(einsum("ij,jk", {{2, 2}, {2, 2}}), {2, 2}, {7, 10, 15, 22});
  expectTensor(einsum("i,i", {{3}, {3}}), {}, {14});
  expectTensor(einsum("i,j->ij", {{2}, {2}}), {2, 2}, {1, 2, 2, 4});
  expectTensor(einsum("bij,bjk->bki", {{2, 1, 2}, {2, 2, 2}}), {2, 2, 1}, {7, 10, 43, 50});
  expectTensor(einsum("ij,kl->ik", {{2, 2}, {1, 2}}), {2, 1}, {9, 21});
  expectTensor(einsum("...ij,...jk->...ik", {{2, 1, 2}, {1, 2, 1}}), {2, 1, 1}, {5, 11});
  expectTensor(einsum("i...,i->...", {{2, 2}, {2}}), {2}, {7, 10});
}

TEST(OnnxEinsum, ThreeFactors) {
  expectTensor(einsum("i,ij,j->", {{2}, {2, 3}, {3}}), {}, {1 * 14 + 2 * 32});
  expectTensor(einsum("ij,ij,ij->j", {{2, 2}, {2, 2}, {2, 2}}), {2}, {28, 72});
}

TEST(OnnxEinsum, Integers) {
  ModelBuilder m(13);
  m.input("x", {2, 2}, proto::TensorProto::INT64).output("y");
  m.node("Einsum", {"x", "x"}, {"y"}).set("equation", std::string("ij,kj->ik"));
  auto x = qrt::Tensor::fromValues<int64_t>({2, 2}, std::vector<int64_t>{1, 2, 3, -4});
  EXPECT_EQ(integersOf(Import(m).run({x})), (Numbers{5, -5, -5, 25}));
}

TEST(OnnxEinsum, Refuses) {
  struct Case {
    const char *equation, *says;
  };
  for (const Case &c : {Case{"ij,jk->ik", "does not name its inputs"},
                        Case{"ijk->i", "does not fit an input of rank 2"},
                        Case{"i1->i", "has the term 'i1'"}, Case{"ij->ii", "has a letter twice"},
                        Case{"ij->k", "has a letter twice, or one of no input"},
                        Case{"ii->i", "a letter stands for two sizes"}}) {
    ModelBuilder m(13);
    m.input("x", {2, 3}).output("y");
    m.node("Einsum", {"x"}, {"y"}).set("equation", std::string(c.equation));
    EXPECT_TRUE(Import(m).says(c.says)) << c.equation;
  }
}
