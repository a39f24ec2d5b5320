// This tabulates ONNX's backend tests on a device by operator, and prints all that do not pass.
//
// onnx_backend DATA [--device=reference] [--filter=TEXT] [--waivers=FILE]… [--list | --list-all]
// [--round-trip]
//
// --list-all prints tests that pass, too.
// --round-trip: what is run is what `qopt --emit=onnx-qdq` makes of the model, imported again.
// Exit status: 0 where every test in scope passes but for what FILE waives, at most 5 %, none of
// which passes; 77 without data.
#include "importers/onnx/import.h"
#include "test/importers/onnx/backend/test_case.h"
#include "test/importers/onnx/model_builder.h"
#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>

using namespace qopt;
using namespace qopt::onnx;
using namespace qopt::onnx::backend;

namespace {

enum class Outcome { Passed, Baked, Unsupported, Refused, Fails, Wrong, OutOfScope };
constexpr const char *outcomeNames[] = {
    "passed", "passed with constants", "not supported", "refused", "fails",
    "wrong",  "out of scope"};

struct Result {
  Outcome outcome;
  std::string why;
};

struct Options {
  std::string data, device = "reference", filter;
  std::vector<std::string> waivers;
  bool list = false, listAll = false, roundTrip = false;
};

// ONNX's own runner: a relative tolerance of 1e-3 and an absolute one of 1e-7.
bool agrees(const qrt::Tensor &have, const qrt::Tensor &want, std::string &why) {
  if (have.type() != want.type() || have.shape() != want.shape()) {
    why = std::string(elementTypeName(have.type())) + " " + qrt::shapeToString(have.shape()) +
          ", expected " + std::string(elementTypeName(want.type())) + " " +
          qrt::shapeToString(want.shape());
    return false;
  }
  if (!qrt::isFloat(have.type()))
    return std::memcmp(have.data(), want.data(), have.bytes()) == 0 || (why = "integers", false);
  return qrt::visitValues(have, [&](auto values) {
    using T = typename decltype(values)::value_type;
    auto expected = want.values<std::remove_const_t<T>>();
    for (size_t i = 0; i < values.size(); ++i) {
      double a = double(values[i]), b = double(expected[i]);
      if (std::isnan(a) != std::isnan(b) ||
          (a != b && !(std::fabs(a - b) <= 1e-7 + 1e-3 * std::fabs(b)) &&
           !(std::isnan(a) && std::isnan(b)))) {
        why = "element " + std::to_string(i) + " is " + std::to_string(a) + ", expected " +
              std::to_string(b);
        return false;
      }
    }
    return true;
  });
}

Result compareOutputs(const std::vector<qrt::Tensor> &outputs, const TestCase::DataSet &data) {
  if (outputs.size() != data.outputs.size())
    return {Outcome::Wrong, std::to_string(outputs.size()) + " outputs"};
  for (size_t i = 0; i < outputs.size(); ++i) {
    auto want = tensorOf(data.outputs[i]);
    if (!want)
      return {Outcome::Unsupported, "output: " + want.status().message()};
    std::string why;
    if (!agrees(outputs[i], *want, why))
      return {Outcome::Wrong, "output " + std::to_string(i) + ": " + why};
  }
  return {Outcome::Passed, ""};
}

// Returns the tensor that is given by its name, or by its place: a graph's inputs may be weights as
// well, and tensors be unnamed.
const proto::TensorProto *givenFor(const std::string &name, const TestCase &test,
                                   const TestCase::DataSet &data) {
  for (const proto::TensorProto &tensor : data.inputs)
    if (tensor.name() == name)
      return &tensor;
  for (size_t i = 0; i < data.inputs.size(); ++i)
    if (test.model.graph().input(int(i)).name() == name)
      return &data.inputs[i];
  return nullptr;
}

// Returns a run's outputs as ONNX has them: each as long as the data made it, without the numbers
// that say so.
std::vector<qrt::Tensor> onnxOutputs(const std::vector<Port> &ports,
                                     std::vector<qrt::Tensor> outputs) {
  outputs = cutToLengths(ports, std::move(outputs));
  std::vector<qrt::Tensor> own;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (llvm::none_of(ports,
                      [&](const Port &port) { return port.length && port.length->count == i; }))
      own.push_back(outputs[i]);
  return own;
}

// The tensors that the compiled model still takes.
std::optional<std::vector<qrt::Tensor>> inputsFor(const CompiledModel &model, const TestCase &test,
                                                  const TestCase::DataSet &data) {
  std::vector<qrt::Tensor> inputs;
  for (const Port &port : model.inputs()) {
    const proto::TensorProto *given = givenFor(port.name, test, data);
    auto tensor = given ? tensorOf(*given) : qrt::Expected<qrt::Tensor>(qrt::invalidArgument(""));
    if (!tensor)
      return std::nullopt;
    inputs.push_back(*tensor);
  }
  return inputs;
}

Result notRead(const qrt::Status &status) {
  bool isUnsupported = status.code() == qrt::StatusCode::Unsupported;
  return {isUnsupported ? Outcome::Unsupported : Outcome::Refused, status.message()};
}

// Puts what the exporter makes of the model at `path` in its place; why not, where it cannot.
std::optional<Result> exportAgain(const std::string &path) {
  auto context = makeContext();
  auto module = loadModule(*context, path);
  if (!module)
    return notRead(module.status());
  auto model = exportOnnx(**module, /*pairs=*/true, "");
  if (!model)
    return Result{Outcome::Fails, model.status().message()};
  if (qrt::Status status = model->check(model->bytes); !status.ok())
    return Result{Outcome::Fails, status.message()};
  qopt::test::writeFile(path, model->bytes);
  return std::nullopt;
}

Result runBaked(const TestCase &test, const TestCase::DataSet &data, Baking baking,
                const Options &options) {
  qopt::test::TemporaryFolder folder;
  std::string path = folder.file("model.onnx");
  qopt::test::writeFile(path, baked(test, data, baking).SerializeAsString());
  if (options.roundTrip)
    if (std::optional<Result> result = exportAgain(path))
      return *result;
  auto network = Network::load(path);
  if (!network && options.roundTrip)
    return {Outcome::Fails, network.status().message()};
  if (!network)
    return notRead(network.status());
  auto model = network->compile(options.device);
  if (!model)
    return {Outcome::Fails, model.status().message()};
  auto inputs = inputsFor(**model, test, data);
  if (!inputs)
    return {Outcome::Unsupported, "an input of a type that is not read"};
  auto outputs = (*model)->run(*inputs);
  if (!outputs)
    return {Outcome::Fails, outputs.status().message()};
  return compareOutputs(onnxOutputs((*model)->outputs(), std::move(*outputs)), data);
}

// Runs the model as it stands; else with what exporters write as constants.
Result runSet(const TestCase &test, const TestCase::DataSet &data, const Options &options) {
  Result first = runBaked(test, data, Baking::Nothing, options);
  auto decides = [&](const Result &result) { // constants must not hide what is not exported
    return result.outcome == Outcome::Passed || result.outcome == Outcome::Wrong ||
           (options.roundTrip && result.outcome == Outcome::Fails);
  };
  if (decides(first))
    return first;
  Result last = first;
  for (Baking baking : {Baking::Integers, Baking::AllButFirst, Baking::Everything}) {
    last = runBaked(test, data, baking, options);
    if (last.outcome == Outcome::Passed)
      return {Outcome::Baked, ""};
    if (decides(last))
      return last;
  }
  return first;
}

Result runTest(const TestCase &test, const Options &options) {
  if (!test.outOfScope.empty())
    return {Outcome::OutOfScope, test.outOfScope};
  Result worst{Outcome::Passed, ""};
  for (const TestCase::DataSet &data : test.sets) {
    Result result = runSet(test, data, options);
    if (result.outcome > worst.outcome)
      worst = result;
  }
  return worst;
}

// "test_name: reason" a line.
void readWaivers(const std::string &path, std::map<std::string, std::string> &waivers) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    auto [name, reason] = llvm::StringRef(line).split(':');
    if (!line.empty() && line[0] != '#')
      waivers[name.trim().str()] = reason.trim().str();
  }
}

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

// Tells whether a waiver covers the outcome. A wrong answer is waived only where the data
// themselves are wrong: "TEST: noise, …".
bool covers(const std::map<std::string, std::string> &waivers, const std::string &test,
            Outcome outcome) {
  auto waiver = waivers.find(test);
  return waiver != waivers.end() &&
         (outcome != Outcome::Wrong || llvm::StringRef(waiver->second).starts_with("noise, "));
}

int report(const std::vector<TestCase> &tests, const std::vector<Result> &results,
           const Options &options) {
  std::map<std::string, std::string> waivers;
  for (const std::string &path : options.waivers)
    readWaivers(path, waivers);
  std::map<std::string, std::array<int, 7>> byOp;
  std::array<int, 7> total{};
  int waived = 0, missed = 0, wrong = 0, stale = 0;
  for (size_t i = 0; i < tests.size(); ++i) {
    Outcome outcome = results[i].outcome;
    ++byOp[tests[i].op][int(outcome)];
    ++total[int(outcome)];
    bool isOpen =
        outcome != Outcome::Passed && outcome != Outcome::Baked && outcome != Outcome::OutOfScope;
    bool isWaived = isOpen && covers(waivers, tests[i].name, outcome);
    waived += isWaived;
    wrong += outcome == Outcome::Wrong && !isWaived;
    missed += isOpen && !isWaived;
    stale += !isOpen && waivers.contains(tests[i].name);
    if (!isOpen && waivers.contains(tests[i].name))
      std::printf("waived, and passes: %s\n", tests[i].name.c_str());
    if (options.listAll && !isOpen && outcome != Outcome::OutOfScope)
      std::printf("%s %s:\n", outcomeNames[int(outcome)], tests[i].name.c_str());
    if (isOpen && (options.list || !isWaived) && (options.list || outcome == Outcome::Wrong))
      std::printf("%s %s: %s\n", outcomeNames[int(outcome)], tests[i].name.c_str(),
                  firstLine(results[i].why).c_str());
  }
  std::printf(
      "| operator | passed | with constants | not supported | refused | fails | wrong | out "
      "of scope |\n|---|---|---|---|---|---|---|---|\n");
  for (auto &[op, counts] : byOp) {
    std::printf("| %s |", op.c_str());
    for (int count : counts)
      std::printf(" %d |", count);
    std::printf("\n");
  }
  int inScope = int(tests.size()) - total[int(Outcome::OutOfScope)];
  std::printf("%zu tests, %d in scope: %d pass (%d with shape inputs as constants), %d waived, %d "
              "missed, %d wrong; on %s\n",
              tests.size(), inScope, total[0] + total[1], total[1], waived, missed, wrong,
              options.device.c_str());
  return missed + wrong + stale == 0 && waived * 20 <= inScope ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument.consume_front("--device="))
      options.device = argument.str();
    else if (argument.consume_front("--filter="))
      options.filter = argument.str();
    else if (argument.consume_front("--waivers="))
      options.waivers.push_back(argument.str());
    else if (argument == "--list")
      options.list = true;
    else if (argument == "--list-all")
      options.list = options.listAll = true;
    else if (argument == "--round-trip")
      options.roundTrip = true;
    else if (argument.starts_with("-") || !options.data.empty())
      return std::printf("onnx_backend: unknown argument %s\n", argv[i]), 2;
    else
      options.data = argument.str();
  }
  if (!llvm::sys::fs::is_directory(options.data)) {
    std::printf("no %s; nothing tested\n", options.data.c_str());
    return 77;
  }
  std::vector<TestCase> tests = readTests(options.data, options.filter);
  std::vector<Result> results;
  for (const TestCase &test : tests)
    results.push_back(runTest(test, options));
  return report(tests, results, options);
}
