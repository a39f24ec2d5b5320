#include "test/ir/parsed.h"

#include "ir/values/keys.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace qopt::test {

Parsed::Parsed(const std::string &text) {
  context.loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
}

func::FuncOp Parsed::function() { return *module->getOps<func::FuncOp>().begin(); }

Operation *Parsed::find(StringRef name) {
  Operation *found = nullptr;
  module->walk([&](Operation *op) {
    if (nn::nameOf(op) == name)
      found = op;
  });
  EXPECT_TRUE(found) << name.str();
  return found;
}

Type Parsed::type(StringRef text) {
  Type type = parseType(text, &context);
  EXPECT_TRUE(type) << text.str();
  return type;
}

} // namespace qopt::test
