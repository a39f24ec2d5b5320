#include "tools/libqopt/load/read_mlir.h"

#include "ir/ops.h"
#include "test/tools/scratch.h"
#include "tools/libqopt/load/bytecode_sum.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dialect.h"

#include <atomic>
#include <thread>

using namespace qopt;

namespace {

constexpr char text[] = R"(
func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2xf32>
  %y = nn.add %x, %w {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
{-# dialect_resources: {builtin: {w: "0x400000000000803F0000004000004040000080BF"}} #-})";

std::string bytecodeOf(mlir::ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  EXPECT_TRUE(mlir::succeeded(mlir::writeBytecodeToFile(module, stream)));
  return bytes;
}

std::string print(mlir::ModuleOp module) {
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module->print(stream, mlir::OpPrintingFlags().enableDebugInfo());
  return printed;
}

/// Returns what is wrong with these bytes; empty where they are a module.
std::string complaint(const std::string &bytes) {
  auto context = makeContext();
  return parseModule(*context, bytes).status().message();
}

class ReadMlir : public test::ScratchTest {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string refused(const std::string &path) {
    auto module = loadModule(*context, path);
    EXPECT_FALSE(module.ok());
    return module.status().message();
  }
};

// A module that comes through the child equals one that is read here, places included.
TEST_F(ReadMlir, IsTheSameFromEitherOrigin) {
  for (const char *source : {text, "module {}", "func.func @f() { return }"}) {
    auto guarded = parseModule(*context, source);
    auto other = makeContext();
    auto trusted = parseModule(*other, source, Origin::Trusted);
    ASSERT_TRUE(guarded.ok()) << guarded.status().message();
    ASSERT_TRUE(trusted.ok());
    EXPECT_EQ(print(**guarded), print(**trusted));
    auto third = makeContext();
    auto again = parseModule(*third, bytecodeOf(**guarded));
    ASSERT_TRUE(again.ok()) << again.status().message();
    EXPECT_EQ(print(**again), print(**trusted));
  }
}

// Upstream's lexer crashes on some.
TEST_F(ReadMlir, RefusesEveryBeginOfAText) {
  std::string whole = text;
  size_t inResources = whole.find("{-#");
  for (size_t length = 1; length < whole.size(); length += length < inResources ? 23 : 1) {
    std::string said = complaint(whole.substr(0, length));
    EXPECT_TRUE(said.empty() || said.find("error: ") != std::string::npos) << length;
  }
}

TEST_F(ReadMlir, RefusesEveryBeginOfABytecode) {
  auto module = parseModule(*context, text);
  ASSERT_TRUE(module.ok());
  std::string whole = bytecodeOf(**module);
  for (size_t length = 1; length < whole.size(); length += 7)
    EXPECT_NE(refused(put("cut.mlirbc", whole.substr(0, length))).find("cut.mlirbc"),
              std::string::npos)
        << length;
}

// A changed weight or name makes a sound module of another network, which is refused as well.
TEST_F(ReadMlir, RefusesEveryChangedByte) {
  auto module = parseModule(*context, text);
  ASSERT_TRUE(module.ok());
  std::string sound;
  ASSERT_TRUE(mlir::succeeded(writeSummed(**module, "qopt test", sound)));
  auto other = makeContext(); // a resource would be renamed beside its twin
  auto again = parseModule(*other, sound);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(print(**again), print(**module));
  const size_t marker = sound.find(" sum=");
  ASSERT_NE(marker, std::string::npos);
  for (size_t at = 0; at < sound.size(); ++at) {
    std::string bytes = sound;
    bytes[at] = char(bytes[at] ^ (1 << (at % 8)));
    if (at >= marker && at < marker + 5)
      continue; // read as a file without a sum, the same network
    std::string said = complaint(bytes);
    EXPECT_NE(said, "") << at;
    // Bytes that do not begin as bytecode are read as text.
    EXPECT_TRUE(at < 4 || said.find("the file is damaged") != std::string::npos)
        << at << ": " << said;
  }
  const std::string cut = sound.substr(0, sound.size() - 1);
  EXPECT_NE(complaint(cut).find("another sum"), std::string::npos);
  EXPECT_TRUE(parseModule(*makeContext(), bytecodeOf(**module)).ok()); // without a sum, as before
}

// A value's readers may be listed in another order; the network is the same.
TEST_F(ReadMlir, BytesDoNotTellInWhichOrderReadersCame) {
  auto module = parseModule(*context, R"(
func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<2xf32>, tensor<2xf32>) {
  %y = nn.relu %x {nn.name = "y"} : (tensor<2xf32>) -> tensor<2xf32>
  %z = nn.abs %x {nn.name = "z"} : (tensor<2xf32>) -> tensor<2xf32>
  return %y, %z : tensor<2xf32>, tensor<2xf32>
})");
  ASSERT_TRUE(module.ok()) << module.status().message();
  std::string before, after;
  ASSERT_TRUE(mlir::succeeded(writeSummed(**module, "qopt test", before)));
  mlir::Value x = (*(**module).getOps<mlir::func::FuncOp>().begin()).getArgument(0);
  mlir::Operation *first = *x.user_begin();
  x.shuffleUseList({1, 0});
  ASSERT_NE(*x.user_begin(), first);
  ASSERT_TRUE(mlir::succeeded(writeSummed(**module, "qopt test", after)));
  EXPECT_EQ(before, after);
}

// A type whose storage is an f32: upstream's bytecode reader makes it, and its printer crashes.
TEST_F(ReadMlir, RefusesTypesThatUpstreamDoesNotCheck) {
  auto f32 = mlir::Float32Type::get(context.get());
  auto damaged = mlir::quant::UniformQuantizedType::get(1, f32, f32, 0.5, 0, -128, 127);
  auto module = parseModule(*context, "func.func @f(%x: tensor<2xf32>) { return }");
  ASSERT_TRUE(module.ok());
  (**module).walk([&](mlir::func::FuncOp function) {
    auto type = mlir::RankedTensorType::get({2}, damaged);
    function.getArgument(0).setType(type);
    function.setType(mlir::FunctionType::get(context.get(), {type}, {}));
  });
  std::string said = refused(put("type.mlirbc", bytecodeOf(**module)));
  EXPECT_NE(said.find("type.mlirbc"), std::string::npos) << said;
  EXPECT_NE(said.find("quantized type"), std::string::npos) << said;
}

// Lengths near 2⁶⁴, for which upstream's reader asks for memory without end.
TEST_F(ReadMlir, RefusesEveryEndlessLength) {
  auto module = parseModule(*context, "func.func @f() { return }");
  ASSERT_TRUE(module.ok());
  std::string sound = bytecodeOf(**module);
  unsigned survived = 0;
  for (size_t at = 0; at + 9 <= sound.size(); ++at) {
    std::string bytes = sound;
    bytes.replace(at, 9, std::string(1, '\0') + std::string(8, '\x3d'));
    survived += complaint(bytes).find("the file is damaged") != std::string::npos;
  }
  EXPECT_GT(survived, 0u);
}

TEST_F(ReadMlir, NestedWithoutEndIsAnError) {
  std::string deep = "func.func @f() attributes {a = ";
  deep.append(1000000, '[');
  std::string said = refused(put("deep.mlir", deep));
  EXPECT_NE(said.find("deep.mlir"), std::string::npos) << said;
}

TEST_F(ReadMlir, ADialectPastTheRegistryIsNamed) {
  class Stray : public mlir::Dialect {
  public:
    explicit Stray(mlir::MLIRContext *context)
        : Dialect("stray", context, mlir::TypeID::get<Stray>()) {}
    static llvm::StringRef getDialectNamespace() { return "stray"; }
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Stray)
  };
  context->getOrLoadDialect<Stray>();
  auto module = parseModule(*context, text);
  EXPECT_NE(module.status().message().find("'stray'"), std::string::npos);
  EXPECT_TRUE(parseModule(*context, text, Origin::Trusted).ok());
}

// Threads that make, print and take down modules while others fork.
TEST_F(ReadMlir, FromManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> read = 0, refusals = 0;
  std::string cut = text;
  cut.resize(cut.find("4040"));
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 15; ++i) {
        auto own = makeContext();
        auto module = parseModule(*own, text, t % 2 ? Origin::Trusted : Origin::Unknown);
        read += module.ok() && !moduleHash(**module).empty();
        refusals += !parseModule(*own, cut).ok();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(read, 60);
  EXPECT_EQ(refusals, 60);
}

} // namespace
