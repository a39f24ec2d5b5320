#include "tools/triton/config.h"

#include "runtime/core/driver.h"
#include "tools/triton/failure.h"
#include "tools/triton/types.h"

#include <algorithm>

namespace qopt::triton {

int64_t defaultBatchIn(const Json &backend) {
  return backend["cmdline"]["default-max-batch-size"].integer().value_or(4); // as the server says
}

static int64_t maxBatchIn(const Json &config) {
  return config["max_batch_size"].integer().value_or(0);
}

// ---- completion ----

static int64_t chosenBatch(const Json &config, const Served &served, int64_t mostSamples) {
  const bool saysShapes =
      !config["input"].elements().empty() || !config["output"].elements().empty();
  if (maxBatchIn(config) != 0 || saysShapes || served.largestBatch <= 1)
    return maxBatchIn(config);
  if (served.isPerSample)
    return std::min(served.largestBatch, std::max<int64_t>(mostSamples, 0));
  log(TRITONSERVER_LOG_WARN,
      served.file +
          ": requests are not joined, as none of its programs proves that samples do not "
          "depend on each other: where they do not, state max_batch_size in config.pbtxt, "
          "or compile the model for the host, too");
  return 0;
}

/// Fills in what `port`, which has a name at least, leaves open. Triton has no tensors without
/// dimensions.
static void complete(Json &port, const ServedPort &served, bool hasBatch) {
  const std::string type = port["data_type"].string();
  if (type.empty() || type == "TYPE_INVALID")
    port.member("data_type") = Json::of(configType(served.type));
  if (!port["dims"].elements().empty())
    return;
  const std::vector<int64_t> dims = dimsOf(served, hasBatch);
  port.member("dims") = Json::array(dims.empty() ? std::vector<int64_t>{1} : dims);
  if (dims.empty() && hasBatch)
    port.member("reshape").member("shape") = Json::array();
}

namespace {
/// It says what becomes of ports that a configuration does not name.
enum class Unnamed { Added, LeftOut };
} // namespace

static Json completedPorts(const Json &ports, const std::vector<ServedPort> &served,
                           int64_t maxBatch, Unnamed unnamed) {
  const bool hasBatch = maxBatch > 0;
  Json all = Json::array();
  std::vector<bool> isStated(served.size());
  for (Json port : ports.elements()) {
    for (size_t i = 0; i < served.size(); ++i)
      if (port["name"].string() == served[i].name) {
        complete(port, served[i], hasBatch);
        isStated[i] = true;
      }
    all.append(std::move(port));
  }
  for (size_t i = 0; i < served.size() && unnamed == Unnamed::Added; ++i)
    if (!isStated[i]) {
      Json port = Json::object();
      port.member("name") = Json::of(served[i].name);
      complete(port, served[i], hasBatch);
      all.append(std::move(port));
    }
  return all;
}

static bool has(const Json &config, std::string_view member) {
  return config[member].kind() != Json::Kind::Null;
}

Json completed(Json config, const Served &served, int64_t mostSamples) {
  const int64_t maxBatch = chosenBatch(config, served, mostSamples);
  config.member("max_batch_size") = Json::of(maxBatch);
  config.member("input") = completedPorts(config["input"], served.inputs, maxBatch, Unnamed::Added);
  config.member("output") =
      completedPorts(config["output"], served.outputs, maxBatch,
                     config["output"].elements().empty() ? Unnamed::Added : Unnamed::LeftOut);
  const bool saysScheduler = has(config, "dynamic_batching") || has(config, "sequence_batching") ||
                             has(config, "ensemble_scheduling");
  if (maxBatch > 1 && !saysScheduler)
    config.member("dynamic_batching") = Json::object();
  return config;
}

// ---- checks ----

namespace {
/// It checks one configuration against one file of programs, and words its messages.
struct Check {
  const Served &served;
  const std::string &file;
  int64_t maxBatch;

  [[noreturn]] void wrong(const std::string &what) const { refuse(file + ": " + what); }
  void port(const std::string &side, const std::vector<ServedPort> &ports, const Json &port) const;
  void dims(const std::string &tensor, const ServedPort &port, const Json &stated) const;
  void batch() const;
  void whole(const Json &config) const;
};
} // namespace

static std::optional<std::vector<int64_t>> numbersIn(const Json &array) {
  std::vector<int64_t> numbers;
  for (const Json &element : array.elements())
    if (std::optional<int64_t> number = element.integer())
      numbers.push_back(*number);
    else
      return std::nullopt;
  return numbers;
}

void Check::dims(const std::string &tensor, const ServedPort &port, const Json &stated) const {
  const bool hasReshape = has(stated, "reshape");
  std::vector<int64_t> wanted = dimsOf(port, maxBatch > 0);
  if (wanted.empty() && !maxBatch)
    wanted = {1};
  const auto given = numbersIn(hasReshape ? stated["reshape"]["shape"] : stated["dims"]);
  const auto fits = [](int64_t has, int64_t want) {
    return has == want || (want == -1 && has > 0);
  };
  if (given && std::ranges::equal(*given, wanted, fits))
    return;
  const std::string word = hasReshape ? "reshape" : "dims";
  const std::string batch =
      maxBatch ? ", without the batch, as max_batch_size is " + std::to_string(maxBatch) : "";
  const std::string remedy =
      wanted.empty() ? "dims: [ 1 ] reshape: { shape: [ ] }" : "dims: " + textOf(wanted);
  wrong(tensor + " has " + word + " " + textOf(given.value_or(std::vector<int64_t>())) + "; in " +
        served.file + " it has " + textOf(wanted) + batch + ": write " + remedy +
        ", or leave it out");
}

void Check::port(const std::string &side, const std::vector<ServedPort> &ports,
                 const Json &stated) const {
  const std::string name = stated["name"].string(), tensor = side + " '" + name + "'";
  const auto port = std::ranges::find(ports, name, &ServedPort::name);
  if (port == ports.end())
    wrong(served.file + " has no " + tensor + "; it has: " + namesOf(ports));
  const std::string type = stated["data_type"].string(), wanted = configType(port->type);
  if (type != wanted)
    wrong(tensor + " is " + (type.empty() ? "of no type" : type) + "; in " + served.file +
          " it is " + wanted + ": write data_type: " + wanted + ", or leave it out");
  for (const char *word :
       {"is_shape_tensor", "allow_ragged_batch", "optional", "is_non_linear_format_io"})
    if (stated[word].isTrue())
      wrong(tensor + ": " + word + " is not supported: leave it out");
  dims(tensor, *port, stated);
}

void Check::batch() const {
  if (maxBatch < 0)
    wrong("max_batch_size is negative");
  if (maxBatch <= served.largestBatch)
    return;
  const std::string remedy =
      served.largestBatch > 0
          ? "runs have " + std::to_string(served.largestBatch) + " at most"
          : "their ports do not all begin with a batch that is all that grows, so that they have "
            "whole shapes";
  wrong("max_batch_size is " + std::to_string(maxBatch) + ", and of the programs in " +
        served.file + " " + remedy + ": write max_batch_size: " +
        std::to_string(served.largestBatch) + ", or compile the model with an open batch");
}

void Check::whole(const Json &config) const {
  batch();
  if (has(config, "sequence_batching") || has(config, "ensemble_scheduling"))
    wrong("runs keep no state between requests, and the scheduler can only be dynamic_batching: "
          "leave the other one out");
  if (config["model_transaction_policy"]["decoupled"].isTrue())
    wrong("a request has one response: leave out model_transaction_policy.decoupled");
  for (const char *word : {"batch_input", "batch_output"})
    if (!config[word].elements().empty())
      wrong(std::string(word) + " is not supported: leave it out");
  for (const Json &input : config["input"].elements())
    port("input", served.inputs, input);
  for (const Json &output : config["output"].elements())
    port("output", served.outputs, output);
  for (const ServedPort &input : served.inputs)
    if (std::ranges::none_of(config["input"].elements(), [&](const Json &stated) {
          return stated["name"].string() == input.name;
        }))
      wrong("input '" + input.name + "' of " + served.file + " is missing: add input { name: \"" +
            input.name + "\" data_type: " + configType(input.type) +
            " dims: " + textOf(dimsOf(input, maxBatch > 0)) + " }");
}

static void setParameter(Settings &settings, const std::string &key, const std::string &value,
                         const Check &check) {
  if (key == "device") {
    if (qrt::Status status = qrt::checkDevice(value); !status.ok())
      check.wrong("parameter device: " + status.message());
    settings.device = value;
  } else if (key == "use_binaries") {
    if (value != "true" && value != "false")
      check.wrong("parameter use_binaries is '" + value + "': true or false is needed");
    settings.usesBinaries = value == "true";
  } else if (key == "float_order") {
    auto order = qrt::floatOrderNamed(value);
    if (!order)
      check.wrong("parameter float_order: " + order.status().message());
    settings.floatOrder = *order;
  } else if (!key.starts_with("TRITON_")) { // those are the server's own
    check.wrong("there is no parameter '" + key +
                "'; there are: device, use_binaries, float_order");
  }
}

Settings settingsOf(const Json &config, const Served &served, const std::string &file) {
  const Check check{served, file, maxBatchIn(config)};
  check.whole(config);
  Settings settings{check.maxBatch};
  for (const auto &[key, value] : config["parameters"].members())
    setParameter(settings, key, value["string_value"].string(), check);
  return settings;
}

} // namespace qopt::triton
