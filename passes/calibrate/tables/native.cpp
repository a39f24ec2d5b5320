#include "passes/calibrate/tables/native.h"

#include "passes/calibrate/tables/json_text.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using qrt::invalidArgument;
using qrt::Status;

namespace qopt {
namespace {

// ---- writing ----

void writeList(json::OStream &json, StringRef name, ArrayRef<double> values) {
  json.attributeArray(name, [&] {
    for (double value : values)
      json.value(value + 0.0); // −0 becomes 0
  });
}

void writeCounters(json::OStream &json, StringRef name, ArrayRef<int64_t> counters) {
  while (!counters.empty() && counters.back() == 0)
    counters = counters.drop_back();
  json.attributeArray(name, [&] {
    for (int64_t count : counters)
      json.value(count);
  });
}

void write(json::OStream &json, const TensorStatistics &seen) {
  writeList(json, "range", {seen.min, seen.max});
  json.attribute("samples", seen.samples);
  json.attribute("minima", seen.minima.text());
  json.attribute("maxima", seen.maxima.text());
  if (!seen.histogram)
    return;
  json.attribute("limit", seen.histogram->limit);
  writeCounters(json, "positive", seen.histogram->positive);
  writeCounters(json, "negative", seen.histogram->negative);
}

template <typename Map, typename Write>
void writeObject(json::OStream &json, StringRef name, const Map &map, Write write) {
  json.attributeObject(name, [&] {
    for (const auto &[key, value] : map)
      write(json::fixUTF8(key), value);
  });
}

// ---- reading ----

// Counts of samples, and of values in a bin, are at most this: sums of a thousand parts stay
// integers.
constexpr int64_t mostCounted = int64_t(1) << 50;

/// Reads what there is; the first thing wrong is `failure`.
class TableReader {
public:
  explicit TableReader(const json::Object &root) : root(root) {}

  qrt::Expected<Calibration> read() {
    readOrigin();
    each("preprocess", [&](StringRef key, const json::Object &object) {
      result.preprocess[key.str()] = {numbers(object.get("mean"), key, "mean"),
                                      numbers(object.get("std"), key, "standard deviation"),
                                      imageSteps(object, key)};
    });
    for (const auto &[key, value] : *root.getObject("ranges"))
      result.ranges[key.str()] = range(&value, key);
    if (const json::Object *chosen = root.getObject("chosen"))
      for (const auto &[key, method] : *chosen)
        result.chosen[key.str()] = method.getAsString().value_or("").str();
    each("statistics", [&](StringRef key, const json::Object &object) {
      result.statistics[key.str()] = statistics(object, key);
    });
    return failure.ok() ? qrt::Expected<Calibration>(std::move(result)) : failure;
  }

private:
  void fail(const Twine &message) {
    if (failure.ok())
      failure = invalidArgument(message.str());
  }

  void readOrigin() {
    result.source = root.getString("source").value_or("").str();
    result.modelHash = root.getString("model_hash").value_or("").str();
    result.samples = root.getInteger("samples").value_or(0);
    result.method = root.getString("calibrator").value_or("").str();
    if (auto text = root.getString("data_hash")) {
      std::optional<DataHash> hash = DataHash::parse(*text);
      hash ? void(result.data = *hash) : fail("\"data_hash\" is not 64 hexadecimal digits");
    }
    const json::Object *settings = root.getObject("settings");
    if (!settings)
      return;
    StringRef scheme = settings->getString("scheme").value_or("signs");
    std::optional<nn::Scheme> parsed = nn::parseScheme(scheme);
    if (!parsed)
      return fail("\"scheme\" is '" + scheme + "'");
    result.settings.scheme = *parsed;
    const int64_t bits = settings->getInteger("bits").value_or(8);
    if (bits != 8 && bits != 16)
      return fail("\"bits\" is " + Twine(bits) + ", not 8 or 16");
    result.settings.bits = unsigned(bits);
    result.settings.percentile =
        settings->getNumber("percentile").value_or(result.settings.percentile);
    result.settings.clipWeight = settings->getNumber("clip_weight").value_or(1);
    if (!(result.settings.clipWeight > 0 && result.settings.clipWeight <= 1000))
      fail("\"clip_weight\" is not between 0 and 1000");
    if (!(result.settings.percentile >= 50 && result.settings.percentile <= 100))
      fail("\"percentile\" is not between 50 and 100");
    result.settings.skipsZeros = settings->getBoolean("skip_zeros").value_or(false);
  }

  // The entries of an object of objects; an absent one has none.
  void each(StringRef name, llvm::function_ref<void(StringRef, const json::Object &)> visit) {
    const json::Value *value = root.get(name);
    const json::Object *object = value ? value->getAsObject() : nullptr;
    if (value && !object)
      return fail("\"" + name + "\" is no object");
    if (!object)
      return;
    for (const auto &[key, entry] : *object) {
      const json::Object *inner = entry.getAsObject();
      inner ? visit(key, *inner)
            : fail("\"" + name + "\" of '" + StringRef(key) + "' is no object");
    }
  }

  std::vector<double> numbers(const json::Value *value, StringRef key, StringRef what) {
    std::vector<double> result;
    const json::Array *array = value ? value->getAsArray() : nullptr;
    if (array)
      for (const json::Value &element : *array)
        if (auto number = element.getAsNumber(); number && std::isfinite(*number))
          result.push_back(*number);
    if (!array || result.size() != array->size())
      fail("the " + what + " of '" + key + "' is no list of numbers");
    return result;
  }

  nn::ImageSteps imageSteps(const json::Object &object, StringRef key) {
    nn::ImageSteps steps;
    for (std::string_view name : nn::imageSettings) {
      const json::Value *value = object.get(StringRef(name));
      if (!value)
        continue;
      std::string text = value->getAsString().value_or("").str();
      if (std::string why = nn::setStep(steps, name, text); !why.empty())
        fail("the " + StringRef(name) + " of '" + key + "': " + why);
    }
    if (std::string why = nn::whyUnusable(steps); !why.empty())
      fail("the preprocessing of '" + key + "': " + why);
    return steps;
  }

  Range range(const json::Value *value, StringRef key) {
    const json::Array *pair = value ? value->getAsArray() : nullptr;
    std::optional<double> min, max;
    if (pair && pair->size() == 2)
      min = (*pair)[0].getAsNumber(), max = (*pair)[1].getAsNumber();
    if (!min || !max)
      fail("the range of '" + key + "' is not [min, max], two finite numbers");
    else if (Range range{*min, *max}; !range.whyUnusable().empty())
      fail("the range of '" + key + "' " + range.whyUnusable());
    else
      return range;
    return {};
  }

  ExactSum sum(const json::Object &object, StringRef name, StringRef key) {
    std::optional<ExactSum> parsed = ExactSum::parse(object.getString(name).value_or(""));
    if (!parsed)
      fail("the " + name + " of '" + key + "' cannot be parsed as a sum");
    return parsed.value_or(ExactSum());
  }

  std::vector<int64_t> counters(const json::Object &object, StringRef name, StringRef key) {
    std::vector<int64_t> result;
    if (const json::Array *array = object.getArray(name))
      for (const json::Value &element : *array)
        result.push_back(element.getAsInteger().value_or(-1));
    if (result.size() > size_t(Histogram::bins) ||
        any_of(result, [](int64_t count) { return count < 0 || count > mostCounted; }))
      fail("the " + name + " counters of '" + key + "' are no " + Twine(Histogram::bins) +
           " numbers at most, each from 0 to " + Twine(mostCounted));
    result.resize(Histogram::bins);
    return result;
  }

  TensorStatistics statistics(const json::Object &object, StringRef key) {
    TensorStatistics seen;
    const Range extremes = range(object.get("range"), key);
    seen.min = float(extremes.min), seen.max = float(extremes.max);
    if (!std::isfinite(seen.min) || !std::isfinite(seen.max))
      fail("the range of '" + key + "' does not fit f32");
    seen.samples = object.getInteger("samples").value_or(0);
    if (seen.samples < 1 || seen.samples > mostCounted)
      fail("the statistics of '" + key + "' count no samples, or too many");
    seen.minima = sum(object, "minima", key);
    seen.maxima = sum(object, "maxima", key);
    auto lies = [&](const ExactSum &all) {
      const double mean = seen.samples > 0 ? all.divided(seen.samples) : 0;
      return mean >= seen.min && mean <= seen.max;
    };
    if (failure.ok() && !(lies(seen.minima) && lies(seen.maxima)))
      fail("the sums of '" + key + "' contradict its range");
    if (auto limit = object.getNumber("limit")) {
      if (!(*limit > 0) || !std::isfinite(*limit))
        fail("the limit of '" + key + "' is not a positive number");
      seen.histogram = {*limit, counters(object, "positive", key),
                        counters(object, "negative", key)};
    }
    return seen;
  }

  const json::Object &root;
  Calibration result;
  Status failure;
};

} // namespace

bool isNativeTable(StringRef text) {
  text = text.ltrim();
  return text.starts_with("{") || text.starts_with("[");
}

void writeNativeTable(raw_ostream &stream, const Calibration &calibration) {
  json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 2);
    if (!calibration.source.empty())
      json.attribute("source", calibration.source);
    json.attribute("model_hash", calibration.modelHash);
    json.attribute("data_hash", calibration.data.text());
    json.attribute("samples", calibration.samples);
    json.attribute("calibrator", calibration.method);
    json.attributeObject("settings", [&] {
      json.attribute("scheme", StringRef(nn::schemeName(calibration.settings.scheme)));
      json.attribute("bits", calibration.settings.bits);
      json.attribute("percentile", calibration.settings.percentile);
      json.attribute("clip_weight", calibration.settings.clipWeight);
      json.attribute("skip_zeros", calibration.settings.skipsZeros);
    });
    writeObject(json, "preprocess", calibration.preprocess,
                [&](const std::string &key, const nn::Preprocess &preprocess) {
                  json.attributeObject(key, [&] {
                    writeList(json, "mean", preprocess.mean);
                    writeList(json, "std", preprocess.std);
                    for (const auto &[name, value] : nn::settingsOf(preprocess.image))
                      json.attribute(name, value);
                  });
                });
    writeObject(json, "ranges", calibration.ranges,
                [&](const std::string &key, const Range &range) {
                  writeList(json, key, {range.min, range.max});
                });
    if (!calibration.chosen.empty())
      writeObject(
          json, "chosen", calibration.chosen,
          [&](const std::string &key, const std::string &method) { json.attribute(key, method); });
    if (!calibration.statistics.empty())
      writeObject(json, "statistics", calibration.statistics,
                  [&](const std::string &key, const TensorStatistics &seen) {
                    json.attributeObject(key, [&] { write(json, seen); });
                  });
  });
  stream << "\n";
}

qrt::Expected<Calibration> readNativeTable(std::string_view text) {
  if (nestsTooDeep(text))
    return invalidArgument("no calibration: it nests more than 64 levels");
  llvm::Expected<json::Value> json = json::parse(StringRef(text));
  if (!json)
    return invalidArgument("no JSON: " + llvm::toString(json.takeError()));
  if (std::string twice = repeatedMember(text); !twice.empty())
    return invalidArgument("has \"" + twice + "\" twice in one object: leave one out");
  const json::Object *root = json->getAsObject();
  // Documents of --json name the network, and the file that the command wrote.
  if (root && !root->get("ranges") && root->getString("model"))
    return invalidArgument("is a document of --json, no calibration table; give the table that -o "
                           "of qrun calibrate names");
  if (!root || !root->getObject("ranges"))
    return invalidArgument("has no object \"ranges\"");
  std::optional<int64_t> version = root->getInteger("version");
  if (version != 1 && version != 2)
    return invalidArgument("is of version " +
                           (version ? std::to_string(*version) : std::string("none")) +
                           ", and 1 and 2 are understood here");
  return TableReader(*root).read();
}

} // namespace qopt
