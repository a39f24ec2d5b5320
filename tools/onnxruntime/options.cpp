#include "tools/onnxruntime/options.h"

#include "tools/libqopt/qopt.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

namespace qopt::ort {

static int64_t numberOf(const std::string &key, std::string_view text) {
  int64_t number = -1;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0)
    throw Failure{ErrorCode::InvalidArgument, "qopt: provider option " + key + "=" +
                                                  std::string(text) +
                                                  ": expected a number of at least 0"};
  return number;
}

static void set(Options &options, const std::string &key, const std::string &value) {
  if (key == "device") {
    if (qrt::Status status = checkDevice(value); !status.ok())
      fail(status, "provider option device=" + value + ": ");
    options.device = value;
  } else if (key == "min_multiply_adds" && !options.isOnCard()) {
    options.minMultiplyAdds = numberOf(key, value);
  } else {
    throw Failure{ErrorCode::InvalidArgument,
                  "qopt: no provider option '" + key +
                      (options.isOnCard() ? "' where graphs are claimed as a whole; there is device"
                                          : "'; there are device, min_multiply_adds")};
  }
}

static void set(ContextOptions &options, std::string_view key, const std::string &value) {
  if (key == "enable")
    options.isMade = value == "1";
  else if (key == "embed_mode")
    options.isEmbedded = value == "1";
  else if (key == "file_path")
    options.path = value;
  else if (key == "node_name_prefix")
    options.prefix = value;
}

/// Tells whether a list of optimizers names both that round quantized networks otherwise.
static bool namesOtherBits(const std::string &list) {
  const std::string all = ";" + list + ";";
  return all.find(";WeightBiasQuantization;") != std::string::npos &&
         all.find(";DoubleQDQPairsRemover;") != std::string::npos;
}

/// Fills `options` with what is said of its provider.
static void read(const Api &api, const SessionOptions *session, Options &options) {
  KeyValuePairs *pairs = api.get(api.configEntries, session);
  std::shared_ptr<KeyValuePairs> freed(pairs, api.releaseKeyValues);
  const char *const *keys = nullptr, *const *values = nullptr;
  size_t count = 0;
  api.keyValues(pairs, &keys, &values, &count);
  std::string prefix = std::string("ep.") + options.provider + ".";
  std::ranges::transform(prefix, prefix.begin(), [](unsigned char c) { return std::tolower(c); });
  static constexpr std::string_view contextPrefix = "ep.context_",
                                    ofModelCompiler = "session.disable_model_compile", // it sets 0
      switchedOff = "optimization.disable_specified_optimizers";
  for (size_t i = 0; i < count; ++i)
    if (std::string_view key = keys[i]; key.starts_with(prefix))
      set(options, std::string(key.substr(prefix.size())), values[i]);
    else if (key.starts_with(contextPrefix))
      set(options.context, key.substr(contextPrefix.size()), values[i]);
    else if (key == ofModelCompiler)
      options.context.isOfModelCompiler = true;
    else if (key == switchedOff)
      options.mayMeetOtherBits = !namesOtherBits(values[i]);
}

/// Refuses a device that is not there: each part would stay with ONNX Runtime without a word.
static void open(Options &options) {
  if (options.device == "reference")
    return;
  auto device = qrt::openDevice(options.device);
  if (!device)
    fail(device.status(), "provider option device=" + options.device + ": ");
  options.opened = std::move(*device);
}

Options readOptions(const Api &api, const SessionOptions *session) {
  Options options;
  read(api, session, options);
  open(options);
  return options;
}

Options readCardOptions(const Api &api, const SessionOptions *session, const std::string &device) {
  Options options;
  options.provider = cardProviderName;
  options.device = device;
  read(api, session, options);
  if (options.device != device && options.device != device + ":0")
    throw Failure{ErrorCode::InvalidArgument,
                  "qopt: provider option device=" + options.device +
                      ": the session's tensors lie in '" + device +
                      "': leave the option out, or use the devices of " + providerName};
  options.device = device;
  open(options);
  return options;
}

} // namespace qopt::ort
