#include "importers/common/source_hash.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <gtest/gtest.h>

using namespace qopt;

// b3sum gives this hash for a file with these three bytes.
TEST(SourceHash, IsBlake3OfAllBytes) {
  mlir::MLIRContext context;
  context.loadDialect<nn::NNDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  EXPECT_EQ(nn::sourceOf(*module), "");
  SourceHash hash;
  hash.add("a");
  hash.add("bc");
  hash.stamp(*module);
  EXPECT_EQ(nn::sourceOf(*module),
            "blake3:6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
}
