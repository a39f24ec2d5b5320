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

// The one that imports nothing.
static unsigned imports = 0;
static mlir::OwningOpRef<mlir::ModuleOp> importPaper(mlir::MLIRContext *, const std::string &,
                                                     const ImportOptions &,
                                                     ImportFailure &failure) {
  ++imports;
  failure = ImportFailure::Unsupported;
  return nullptr;
}

TEST(Formats, OptionsGoWithFormatsThatHaveTheirThing) {
  mlir::MLIRContext context;
  std::vector<std::string> said;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    said.push_back(diagnostic.str());
    return mlir::success();
  });
  ImportFailure failure = ImportFailure::None;
  Format paper{"paper",           "a sheet of paper", {}, importPaper, /*takesWeights=*/true,
               /*hasPhases=*/true};
  EXPECT_FALSE(
      importModel(paper, &context, "net.paper", {.weights = "ink", .phase = "train"}, failure));
  EXPECT_EQ(failure, ImportFailure::Unsupported);
  EXPECT_EQ(imports, 1u);
  paper.takesWeights = paper.hasPhases = false;
  EXPECT_FALSE(importModel(paper, &context, "net.paper", {.weights = "ink"}, failure));
  EXPECT_EQ(failure, ImportFailure::BadFile);
  EXPECT_FALSE(importModel(paper, &context, "net.paper", {.stages = {"deploy"}}, failure));
  EXPECT_EQ(imports, 1u);
  EXPECT_EQ(said, (std::vector<std::string>{
                      "a sheet of paper holds its weights itself: name no second file for them",
                      "a sheet of paper has no phases and stages: leave out --phase and --stage"}));
}
