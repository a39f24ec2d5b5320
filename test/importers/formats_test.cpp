#include "importers/formats.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <set>

using namespace qopt;

TEST(Formats, NamesAndExtensionsAreDistinct) {
  std::set<std::string> names, extensions;
  for (const Format &format : formats()) {
    EXPECT_TRUE(names.insert(format.name.str()).second);
    EXPECT_EQ(findFormat(format.name), &format);
    for (llvm::StringRef extension : format.extensions) {
      EXPECT_TRUE(extensions.insert(extension.str()).second);
      EXPECT_EQ(formatOfFile("net" + extension.str()), &format);
    }
  }
  EXPECT_EQ(findFormat("paper"), nullptr);
  EXPECT_EQ(formatOfFile("net.paper"), nullptr);
}

// The one that imports nothing and asks for weights.
static unsigned imports = 0;
static mlir::OwningOpRef<mlir::ModuleOp> importPaper(mlir::MLIRContext *, const std::string &,
                                                     const ImportOptions &options,
                                                     ImportFailure &failure) {
  EXPECT_EQ(options.weights, "ink");
  ++imports;
  failure = ImportFailure::Unsupported;
  return nullptr;
}

TEST(Formats, TheSecondFileIsThereWhereItBelongs) {
  mlir::MLIRContext context;
  std::vector<std::string> said;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    said.push_back(diagnostic.str());
    return mlir::success();
  });
  Format paper{"paper", "a sheet of paper", {}, importPaper, /*needsWeights=*/true};
  ImportFailure failure = ImportFailure::None;
  EXPECT_FALSE(importModel(paper, &context, "net.paper", {}, failure));
  EXPECT_EQ(failure, ImportFailure::BadFile);
  EXPECT_EQ(imports, 0u);
  EXPECT_FALSE(importModel(paper, &context, "net.paper", {.weights = "ink"}, failure));
  EXPECT_EQ(failure, ImportFailure::Unsupported);
  EXPECT_EQ(imports, 1u);
  paper.needsWeights = false;
  EXPECT_FALSE(importModel(paper, &context, "net.paper", {.weights = "ink"}, failure));
  EXPECT_EQ(imports, 1u);
  EXPECT_EQ(said, (std::vector<std::string>{
                      "a sheet of paper keeps its weights in a second file: name it",
                      "a sheet of paper holds its weights itself: name no second file for them"}));
}
