#include "tools/io/load_arguments.h"

#include <gtest/gtest.h>

namespace qopt::io {
namespace {

TEST(LoadArguments, Shapes) {
  auto shape = parseShape("a:b:1x?x48");
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->input, "a:b");
  EXPECT_EQ(shape->sizes, (std::vector<std::optional<int64_t>>{1, std::nullopt, 48}));
  EXPECT_TRUE(parseShape("scalar:")->sizes.empty());
  EXPECT_EQ(parseShape("past:1x0")->sizes[1], 0);
  for (const char *wrong : {"", "x", "x=1x2", ":1x2", "x:1x", "x:-1", "x:1,2", "x:1x1e3"})
    EXPECT_FALSE(parseShape(wrong)) << wrong;
}

TEST(LoadArguments, SizesThatCannotBeMeant) {
  auto said = [](llvm::StringRef text) { return parseShapes(text).status().message(); };
  EXPECT_EQ(said("x:1x-4"), "--shape=x:1x-4: size -4 is below zero; ? leaves a size open");
  EXPECT_EQ(said("x:1x-4,y:2"), "--shape=x:1x-4: size -4 is below zero; ? leaves a size open");
  EXPECT_EQ(said("y:2,x:99999999999999999999x3"),
            "--shape=x:99999999999999999999x3: size 99999999999999999999 is above 1099511627776, "
            "the largest there is");
}

// qopt and every subcommand of qrun read them alike; a name may hold a comma.
TEST(LoadArguments, ShapesOfSeveralInputs) {
  LoadOptions options;
  ASSERT_TRUE(addShape(options, "x:1x2,y:?x3").ok());
  ASSERT_TRUE(addShape(options, "a,b:1x3,scalar:").ok());
  ASSERT_EQ(options.shapes.size(), 4u);
  EXPECT_EQ(options.shapes[1].input, "y");
  EXPECT_EQ(options.shapes[1].sizes, (std::vector<std::optional<int64_t>>{std::nullopt, 3}));
  EXPECT_EQ(options.shapes[2].input, "a,b");
  EXPECT_EQ(options.shapes[3].input, "scalar");
  EXPECT_EQ(addShape(options, "z:1,x:2").message(), "--shape names 'x' twice");
  for (const char *wrong : {"x:1x2,", "x:1,y", ",x:1x2,:3"})
    EXPECT_FALSE(parseShapes(wrong)) << wrong;
}

TEST(LoadArguments, Values) {
  auto values = parseValues("a=b=3,-1, 0.5");
  ASSERT_TRUE(values);
  EXPECT_EQ(values->input, "a=b");
  EXPECT_EQ(values->values, (std::vector<double>{3, -1, 0.5}));
  EXPECT_EQ(parseValues("cond=true,false")->values, (std::vector<double>{1, 0}));
  for (const char *wrong : {"", "x", "=1", "x=1,", "x=one", "x=inf", "x=True1"})
    EXPECT_FALSE(parseValues(wrong)) << wrong;
}

TEST(LoadArguments, NameAnInputOnce) {
  LoadOptions options;
  ASSERT_TRUE(addShape(options, "x:1x2").ok());
  ASSERT_TRUE(addShape(options, "y:1x2").ok());
  ASSERT_TRUE(addValues(options, "x=1").ok());
  EXPECT_EQ(addShape(options, "x:1x2").message(), "--shape names 'x' twice");
  EXPECT_EQ(addValues(options, "x=2").message(), "--bind names 'x' twice");
  EXPECT_FALSE(addValues(options, "x").ok());
  EXPECT_EQ(options.shapes.size(), 2u);
  EXPECT_EQ(options.values.size(), 1u);
}

TEST(LoadArguments, Preprocess) {
  LoadOptions options;
  EXPECT_TRUE(options.preprocess.isEmpty());
  for (auto [name, value] : {std::pair("mean", "1, 2.5,-3"),
                             {"std", "4"},
                             {"resize", "256x300"},
                             {"interpolation", "bicubic"},
                             {"crop", "224"},
                             {"channels", "bgr"}})
    ASSERT_TRUE(setPreprocess(options, name, value).ok()) << name;
  EXPECT_TRUE(checkPreprocess(options).ok());
  const nn::Preprocess set = options.preprocess.over({});
  EXPECT_EQ(set.mean, (std::vector<double>{1, 2.5, -3}));
  EXPECT_EQ(set.std, (std::vector<double>{4}));
  EXPECT_EQ(nn::textOf(set.image),
            "--resize=256x300 --interpolation=bicubic --crop=224x224 --channels=bgr");
  EXPECT_EQ(setPreprocess(options, "resize", "256x").message(),
            "--resize=256x: expected the shorter side, as 224, or HEIGHTxWIDTH, each from 1 to "
            "65536");
  EXPECT_FALSE(setPreprocess(options, "mean", "1,two").ok());
  EXPECT_FALSE(setPreprocess(options, "crop", "70000").ok());
  ASSERT_TRUE(setPreprocess(options, "std", "0").ok());
  EXPECT_EQ(checkPreprocess(options).message(), "--std takes numbers above zero");
}

// If a command has both, options that change a model go to models, and compiled kernels to .qart
// files.
TEST(LoadArguments, CompiledFilesTakeTheirOwn) {
  LoadOptions options;
  ASSERT_TRUE(addShape(options, "x:1x2").ok() && addValues(options, "s=1").ok());
  ASSERT_TRUE(setPreprocess(options, "mean", "1").ok());
  options.usesBinaries = true;
  const std::vector<std::string> both = {"a.qart", "a.mlir", ""}, alone = {"a.qart", ""};
  const LoadOptions compiled = optionsFor(options, "a.qart", both);
  EXPECT_TRUE(compiled.values.empty() && compiled.preprocess.isEmpty() && compiled.usesBinaries);
  EXPECT_EQ(compiled.shapes.size(), 1u);
  const LoadOptions model = optionsFor(options, "a.mlir", both);
  EXPECT_TRUE(model.values.size() == 1 && !model.preprocess.isEmpty() && !model.usesBinaries);
  EXPECT_EQ(optionsFor(options, "a.qart", alone).values.size(), 1u); // refused, as nobody's
  EXPECT_TRUE(optionsFor(options, "a.mlir", {"a.mlir"}).usesBinaries);
}

} // namespace
} // namespace qopt::io
