// Every spelling becomes the one operation, whose answer is theirs; what merely looks alike stays.
#include "test/passes/net.h"

namespace qopt::test {
namespace {

struct Spelling {
  const char *name, *becomes, *body;
};

// Makes a function of %x: tensor<2x3x8xf32>, and numbers %half, %one, …, to %y.
const char *const numbers = R"(
  %half = nn.constant {nn.name = "half"} dense<0.5> : tensor<f32>
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<f32>
  %two = nn.constant {nn.name = "two"} dense<2.0> : tensor<f32>
  %three = nn.constant {nn.name = "three"} dense<3.0> : tensor<1xf32>
  %six = nn.constant {nn.name = "six"} dense<6.0> : tensor<f32>
  %zero = nn.constant {nn.name = "zero"} dense<0.0> : tensor<f32>
  %sixth = nn.constant {nn.name = "sixth"} dense<0.166666672> : tensor<f32>
  %root2 = nn.constant {nn.name = "root2"} dense<1.41421354> : tensor<f32>
  %rooth = nn.constant {nn.name = "rooth"} dense<0.707106769> : tensor<f32>
  %rootpi = nn.constant {nn.name = "rootpi"} dense<0.797884583> : tensor<f32>
  %cubic = nn.constant {nn.name = "cubic"} dense<4.471500e-02> : tensor<f32>
  %quick = nn.constant {nn.name = "quick"} dense<1.702> : tensor<f32>
  %minushalf = nn.constant {nn.name = "minushalf"} dense<-0.5> : tensor<f32>
  %eps = nn.constant {nn.name = "eps"} dense<1.0e-5> : tensor<f32>
  %gamma = nn.constant {nn.name = "gamma"} dense<[0.5, 1.5, -2.0, 1.0, 0.25, 3.0, 1.0, -1.0]> : tensor<8xf32>
  %beta = nn.constant {nn.name = "beta"} dense<[0.125, -1.5, 2.0, 1.0, 0.0, 3.0, 1.0, -1.0]> : tensor<8xf32>
)";

// `%a = op(%b, %c)` for short, in the tests' own words: every value is an x-shaped f32 unless said.
std::string expanded(const std::string &body) {
  std::string text;
  int count = 0;
  size_t at = 0;
  while (at < body.size()) {
    size_t end = body.find(';', at);
    std::string line = body.substr(at, end - at);
    at = end + 1;
    size_t equals = line.find('='), open = line.find('(');
    std::string result = line.substr(0, equals), op = line.substr(equals + 1, open - equals - 1);
    std::string operands = line.substr(open + 1, line.find(')') - open - 1);
    std::string attributes = line.substr(line.find(')') + 1), types;
    size_t start = 0;
    while (start < operands.size()) {
      size_t stop = std::min(operands.find(',', start), operands.size());
      std::string name = operands.substr(start, stop - start);
      const std::string known = std::string("  ") + name + " = nn.constant";
      size_t declared = std::string(numbers).find(known);
      std::string type = "tensor<2x3x8xf32>";
      if (declared != std::string::npos) {
        size_t colon = std::string(numbers).find(" : ", declared);
        type = std::string(numbers).substr(colon + 3,
                                           std::string(numbers).find('\n', colon) - colon - 3);
      } else if (name[1] == 'm') {
        type = "tensor<2x3x1xf32>"; // of a mean
      }
      types += (types.empty() ? "" : ", ") + type;
      start = stop + 1;
    }
    std::string to = result[1] == 'm' ? "tensor<2x3x1xf32>" : "tensor<2x3x8xf32>";
    text += "  " + result + " = nn." + op + " " + operands + " {" + attributes +
            (attributes.empty() ? "" : ", ") + "nn.name = \"" + result.substr(1) + "_" +
            std::to_string(count++) + "\"} : (" + types + ") -> " + to + "\n";
  }
  return text;
}

std::string network(const std::string &body) {
  return "func.func @main(%x: tensor<2x3x8xf32> {nn.name = \"x\"}) -> tensor<2x3x8xf32> {" +
         std::string(numbers) + expanded(body) + "  return %y : tensor<2x3x8xf32>\n}";
}

#define CLIP6 "min = 0.0 : f32, max = 6.0 : f32"
#define CLIP1 "min = 0.0 : f32, max = 1.0 : f32"
#define LAST "axes = array<i64: 2>, keep_dims"
const Spelling spellings[] = {
    {"HardSigmoidDiv", "nn.hard_sigmoid",
     "%a=add(%x,%three);%b=clip(%a)" CLIP6 ";%y=div(%b,%six);"},
    {"HardSigmoidMul", "nn.hard_sigmoid",
     "%a=add(%three,%x);%b=clip(%a)" CLIP6 ";%y=mul(%sixth,%b);"},
    {"HardSigmoidUnit", "nn.hard_sigmoid",
     "%a=div(%x,%six);%b=add(%a,%half);%y=clip(%b)" CLIP1 ";"},
    {"HardSwishDivLast", "nn.hard_swish",
     "%a=add(%x,%three);%b=clip(%a)" CLIP6 ";%c=mul(%x,%b);%y=div(%c,%six);"},
    {"HardSwishDivFirst", "nn.hard_swish",
     "%a=add(%x,%three);%b=clip(%a)" CLIP6 ";%c=div(%b,%six);%y=mul(%c,%x);"},
    {"HardSwishMul", "nn.hard_swish",
     "%a=add(%x,%three);%b=clip(%a)" CLIP6 ";%c=mul(%b,%sixth);%y=mul(%x,%c);"},
    {"HardSwishMinMax", "nn.hard_swish",
     "%a=add(%x,%three);%r=relu(%a);%b=min(%r,%six);%c=mul(%x,%b);%y=div(%c,%six);"},
    {"HardSwishUnit", "nn.hard_swish",
     "%a=mul(%x,%sixth);%b=add(%a,%half);%c=clip(%b)" CLIP1 ";%y=mul(%x,%c);"},
    {"HardSwishOfSigmoid", "nn.hard_swish",
     "%a=hard_sigmoid(%x)alpha = 0.166666672 : f32, beta = 0.5 : f32;%y=mul(%x,%a);"},
    {"Silu", "nn.swish", "%a=sigmoid(%x);%y=mul(%x,%a);"},
    {"QuickGelu", "nn.swish", "%b=mul(%x,%quick);%a=sigmoid(%b);%y=mul(%a,%x);"},
    {"SiluQuotient", "nn.swish", "%a=neg(%x);%b=exp(%a);%c=add(%b,%one);%y=div(%x,%c);"},
    {"GeluHalfLast", "nn.gelu",
     "%a=div(%x,%root2);%b=erf(%a);%c=add(%b,%one);%d=mul(%x,%c);%y=mul(%d,%half);"},
    {"GeluHalfFirst", "nn.gelu",
     "%a=mul(%x,%rooth);%b=erf(%a);%c=add(%one,%b);%d=mul(%x,%half);%y=mul(%d,%c);"},
    {"GeluHalfInside", "nn.gelu",
     "%a=div(%x,%root2);%b=erf(%a);%c=add(%b,%one);%d=mul(%half,%c);%y=mul(%x,%d);"},
    {"GeluDivByTwo", "nn.gelu",
     "%a=div(%x,%root2);%b=erf(%a);%c=add(%b,%one);%d=mul(%c,%x);%y=div(%d,%two);"},
    {"GeluTanhPow", "nn.gelu",
     "%p=pow(%x,%three);%q=mul(%p,%cubic);%r=add(%x,%q);%s=mul(%r,%rootpi);%t=tanh(%s);%u=add(%t,%"
     "one);%v=mul(%x,%u);%y=mul(%v,%half);"},
    {"GeluTanhMul", "nn.gelu",
     "%o=mul(%x,%x);%p=mul(%o,%x);%q=mul(%cubic,%p);%r=add(%q,%x);%s=mul(%rootpi,%r);%t=tanh(%s);%"
     "u=add(%one,%t);%v=mul(%x,%half);%y=mul(%v,%u);"},
    {"GeluTanhFactored", "nn.gelu",
     "%o=mul(%x,%x);%q=mul(%cubic,%o);%r=add(%q,%one);%w=mul(%rootpi,%x);%s=mul(%w,%r);%t=tanh(%s);"
     "%u=add(%one,%t);%v=mul(%x,%half);%y=mul(%v,%u);"},
    {"Softplus", "nn.softplus", "%a=exp(%x);%b=add(%a,%one);%y=log(%b);"},
    {"Mish", "nn.mish", "%a=exp(%x);%b=add(%one,%a);%c=log(%b);%d=tanh(%c);%y=mul(%x,%d);"},
    {"LayerNorm", "nn.layer_norm",
     "%m=reduce_mean(%x)" LAST ";%d=sub(%x,%m);%e=mul(%d,%d);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%mv,%eps);%mr=sqrt(%ms);%n=div(%d,%mr);%g=mul(%n,%gamma);%y=add(%g,%beta);"},
    {"LayerNormPow", "nn.layer_norm",
     "%m=reduce_mean(%x)" LAST ";%d=sub(%x,%m);%e=pow(%d,%two);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%eps,%mv);%mr=pow(%ms,%half);%n=div(%d,%mr);%g=mul(%gamma,%n);%y=add(%beta,%g);"},
    {"LayerNormTwice", "nn.layer_norm",
     "%m=reduce_mean(%x)" LAST ";%d=sub(%x,%m);%f=sub(%x,%m);%e=mul(%f,%f);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%mv,%eps);%mr=sqrt(%ms);%mi=reciprocal(%mr);%y=mul(%d,%mi);"},
    {"LayerNormInverse", "nn.layer_norm",
     "%m=reduce_mean(%x)" LAST ";%d=sub(%x,%m);%e=mul(%d,%d);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%mv,%eps);%mi=pow(%ms,%minushalf);%n=mul(%d,%mi);%y=mul(%n,%gamma);"},
    {"RmsNorm", "nn.rms_norm",
     "%e=pow(%x,%two);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%mv,%eps);%mr=sqrt(%ms);%mi=div(%one,%mr);%n=mul(%x,%mi);%y=mul(%n,%gamma);"},
};

class Recognized : public ::testing::TestWithParam<Spelling> {};

TEST_P(Recognized, BecomesTheOneOperation) {
  Net net(network(GetParam().body));
  std::vector<qrt::Tensor> inputs{Random(7).tensor({2, 3, 8}, -4, 4)};
  qrt::Tensor before = net.evaluate(inputs)[0];
  net.run("recognize-composites,strip-unused");
  EXPECT_EQ(net.count(GetParam().becomes), 1);
  for (const char *part : {"nn.mul", "nn.div", "nn.add", "nn.sub", "nn.pow", "nn.reduce_mean"})
    EXPECT_EQ(net.count(part), 0) << part;
  EXPECT_LE(maxDifference(before, net.evaluate(inputs)[0]), 4e-6 * maxMagnitude(before));
}
INSTANTIATE_TEST_SUITE_P(Spellings, Recognized, ::testing::ValuesIn(spellings),
                         [](const auto &info) { return std::string(info.param.name); });

const Spelling others[] = {
    {"AnotherSlope", "nn.clip",
     "%a=add(%x,%two);%b=clip(%a)" CLIP6 ";%c=mul(%x,%b);%y=div(%c,%six);"},
    {"AnotherDivisor", "nn.clip",
     "%a=add(%x,%three);%b=clip(%a)" CLIP6 ";%c=mul(%x,%b);%y=div(%c,%two);"},
    {"AnotherBound", "nn.clip",
     "%a=add(%x,%three);%b=clip(%a)" CLIP1 ";%c=mul(%x,%b);%y=div(%c,%six);"},
    {"SigmoidOfAnother", "nn.sigmoid", "%b=add(%x,%one);%a=sigmoid(%b);%y=mul(%x,%a);"},
    {"ErfOfTwice", "nn.erf",
     "%a=mul(%x,%two);%b=erf(%a);%c=add(%b,%one);%d=mul(%x,%c);%y=mul(%d,%half);"},
    {"GeluWithoutHalf", "nn.erf", "%a=div(%x,%root2);%b=erf(%a);%c=add(%b,%one);%y=mul(%x,%c);"},
    {"TanhOfSquare", "nn.tanh",
     "%p=pow(%x,%two);%q=mul(%p,%cubic);%r=add(%x,%q);%s=mul(%r,%rootpi);%t=tanh(%s);%u=add(%t,%"
     "one);%v=mul(%x,%u);%y=mul(%v,%half);"},
    {"LogOfMore", "nn.log", "%a=exp(%x);%b=add(%a,%two);%y=log(%b);"},
    {"MeanOfAnother", "nn.reduce_mean",
     "%m=reduce_mean(%x)" LAST
     ";%d=sub(%x,%m);%f=add(%d,%one);%e=mul(%f,%f);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%mv,%eps);%mr=sqrt(%ms);%y=div(%d,%mr);"},
    {"NoRoot", "nn.reduce_mean",
     "%m=reduce_mean(%x)" LAST ";%d=sub(%x,%m);%e=mul(%d,%d);%mv=reduce_mean(%e)" LAST
     ";%ms=add(%mv,%eps);%y=div(%d,%ms);"},
};

class LooksAlike : public ::testing::TestWithParam<Spelling> {};

TEST_P(LooksAlike, Stays) {
  Net net(network(GetParam().body));
  std::vector<qrt::Tensor> inputs{Random(7).tensor({2, 3, 8}, -4, 4)};
  qrt::Tensor before = net.evaluate(inputs)[0];
  net.run("recognize-composites");
  EXPECT_GE(net.count(GetParam().becomes), 1);
  EXPECT_LE(maxDifference(before, net.evaluate(inputs)[0]), 4e-6 * maxMagnitude(before));
}
INSTANTIATE_TEST_SUITE_P(Others, LooksAlike, ::testing::ValuesIn(others),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
