// module_host DEVICE: hands in a module of its own, changed through MLIR.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/IR/Builders.h"

#include <cstdio>

using namespace qopt;

/// A relu behind the network's result.
static void append(mlir::func::FuncOp entry) {
  mlir::Operation *terminator = entry.front().getTerminator();
  mlir::OpBuilder builder(terminator);
  mlir::Value result = terminator->getOperand(0);
  auto relu = nn::ReluOp::create(builder, entry.getLoc(), result.getType(), result);
  nn::setName(relu, "relu");
  terminator->setOperand(0, relu);
}

int main(int argc, char **argv) {
  auto context = makeContext();
  auto module = parseModule(*context, R"(
    func.func @main(%x: tensor<4xf32> {nn.name = "x"}) -> tensor<4xf32> {
      %y = nn.neg %x {nn.name = "y"} : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    })");
  if (argc != 2 || !module.ok())
    return 2;
  append(nn::entryOf(**module));
  auto model = CompiledModel::compile(**module, argv[1]);
  if (!model.ok())
    return std::fprintf(stderr, "%s\n", model.status().message().c_str()), 1;
  std::vector<float> values{-1, 2, -3, 4};
  auto outputs = (*model)->run({qrt::Tensor::fromValues<float>({4}, values)});
  if (!outputs.ok())
    return 1;
  std::printf("%s:", (*model)->outputs()[0].name.c_str());
  for (float value : (*outputs)[0].values<float>())
    std::printf(" %g", value);
  std::printf("\n");
  return 0;
}
