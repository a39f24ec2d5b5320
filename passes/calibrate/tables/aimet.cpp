#include "passes/calibrate/tables/aimet.h"

#include "passes/calibrate/tables/json_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace llvm;
using qrt::invalidArgument;

namespace qopt {

static constexpr StringLiteral activations = "activation_encodings", params = "param_encodings";

bool isAimetEncodings(StringRef text) {
  return text.ltrim().starts_with("{") && hasMember(text, activations);
}

// ---- reading ----

namespace {
/// The first thing wrong is `failure`.
class EncodingsReader {
public:
  /// Lists say the tensor in each entry, as version 1.0.0 has them; else objects do, by their
  /// members' names.
  EncodingsReader(const json::Object &root, bool isByList) : root(root), isByList(isByList) {}

  qrt::Expected<Table> read() {
    each(activations, [&](const std::string &name, const std::vector<Range> &channels) {
      Range all = channels.front();
      for (const Range &range : channels)
        all = {std::min(all.min, range.min), std::max(all.max, range.max)};
      table.calibration.ranges[name] = all;
    });
    each(params, [&](const std::string &name, const std::vector<Range> &channels) {
      for (const Range &range : channels)
        table.weights[name].push_back(thresholdOf(range));
    });
    if (!failure.ok())
      return failure;
    if (!others.empty())
      warn(others, " are not encoded as integers of 8 or 16 bits and are left out; a policy with "
                   "\"precision\": \"float\" keeps their layers in float");
    if (!wide.empty())
      warn(wide, " have 16 bits: only their ranges are used; --insert-quant=bits=16 or a policy "
                 "makes layers of 16 bits");
    return std::move(table);
  }

private:
  void fail(const Twine &message) {
    if (failure.ok())
      failure = invalidArgument(message.str());
  }
  void warn(ArrayRef<std::string> names, StringRef what) {
    table.warnings.push_back(std::to_string(names.size()) + " of the encodings (" +
                             quotedList(names) + ")" + what.str());
  }

  using Take = llvm::function_ref<void(const std::string &, const std::vector<Range> &)>;
  void each(StringRef member, Take take) {
    const json::Value *value = root.get(member);
    if (value)
      isByList ? eachOfList(*value, member, take) : eachMember(*value, member, take);
  }

  void eachOfList(const json::Value &value, StringRef member, Take take) {
    const json::Array *list = value.getAsArray();
    if (!list)
      return fail("\"" + member + "\" is no list");
    for (const json::Value &one : *list) {
      const json::Object *entry = one.getAsObject();
      std::optional<StringRef> name = entry ? entry->getString("name") : std::nullopt;
      if (!name)
        return fail("an entry of \"" + member + "\" has no name");
      std::vector<Range> channels = channelsOf(*entry, *name, member == activations);
      if (!channels.empty())
        take(name->str(), channels);
    }
  }

  // scale·offset and scale·(offset + 2^bw − 1) of each channel. None where it is left out.
  std::vector<Range> channelsOf(const json::Object &entry, StringRef name, bool isActivation) {
    const int64_t bits = entry.getInteger("bw").value_or(0);
    StringRef kind = entry.getString("enc_type").value_or("");
    const bool isInteger = entry.getString("dtype").value_or("INT") == "INT";
    const bool isKnown = kind == "PER_TENSOR" || kind == "PER_CHANNEL";
    if (!isActivation && !isKnown)
      return {}; // scales of blocks: ours follow from the weights
    if (!takes(name, isInteger && isKnown, bits, isActivation))
      return {};
    const json::Array *scales = entry.getArray("scale"), *offsets = entry.getArray("offset");
    if (!scales || scales->empty() || !offsets || offsets->size() != scales->size() || bits < 1 ||
        bits > 32)
      return fail("the encoding of '" + name + "' has no scales and as many offsets"),
             std::vector<Range>();
    std::vector<Range> channels;
    for (auto [scale, offset] : llvm::zip_equal(*scales, *offsets)) {
      std::optional<double> s = scale.getAsNumber(), o = offset.getAsNumber();
      Range range = s && o ? Range{*s * *o, *s * (*o + std::ldexp(1, int(bits)) - 1)} : Range{};
      if (!s || !o || !(*s > 0) || !range.whyUnusable().empty())
        return fail("the encoding of '" + name + "' has no scale above 0 with an offset"),
               std::vector<Range>();
      channels.push_back(entry.getBoolean("is_sym").value_or(false) ? symmetric(range) : range);
    }
    return channels;
  }

  void eachMember(const json::Value &value, StringRef member, Take take) {
    const json::Object *object = value.getAsObject();
    if (!object)
      return fail("\"" + member + "\" is no object");
    for (const auto &[name, entries] : *object) {
      const json::Array *list = entries.getAsArray();
      if (!list || list->empty())
        return fail("the encodings of '" + StringRef(name) +
                    "' are no list; of AIMET's forms the one by tensors, as for ONNX, is read");
      std::vector<Range> channels;
      for (const json::Value &entry : *list)
        if (std::optional<Range> range = rangeOf(entry, name, member == activations))
          channels.push_back(*range);
      if (channels.size() == list->size())
        take(StringRef(name).str(), channels);
    }
  }

  // None where it is left out.
  std::optional<Range> rangeOf(const json::Value &value, StringRef name, bool isActivation) {
    const json::Object *entry = value.getAsObject();
    if (!entry)
      return fail("an encoding of '" + name + "' is no object"), std::nullopt;
    const int64_t bits = entry->getInteger("bitwidth").value_or(0);
    const bool isInteger = entry->getString("dtype").value_or("int") == "int";
    if (!takes(name, isInteger, bits, isActivation))
      return std::nullopt;
    std::optional<double> min = entry->getNumber("min"), max = entry->getNumber("max");
    if (!min || !max || !Range{*min, *max}.whyUnusable().empty()) {
      fail("an encoding of '" + name + "' has no min and max, finite numbers in order");
      return std::nullopt;
    }
    return isSymmetric(*entry) ? symmetric({*min, *max}) : Range{*min, *max};
  }

  // An activation that is no integer of 8 or 16 bits is left out, and said.
  bool takes(StringRef name, bool isInteger, int64_t bits, bool isActivation) {
    if (!isInteger || (isActivation && bits != 8 && bits != 16)) {
      note(others, name);
      return false;
    }
    if (isActivation && bits == 16)
      note(wide, name);
    return true;
  }

  // Its lowest step is one more than ours has.
  static Range symmetric(const Range &range) {
    return {std::min(std::max(range.min, -range.max), range.max), range.max};
  }

  static bool isSymmetric(const json::Object &entry) {
    return entry.getBoolean("is_symmetric").value_or(false) ||
           entry.getString("is_symmetric").value_or("").equals_insensitive("true");
  }

  static void note(std::vector<std::string> &names, StringRef name) {
    if (names.empty() || names.back() != name)
      names.push_back(name.str());
  }

  const json::Object &root;
  bool isByList;
  Table table;
  std::vector<std::string> others, wide;
  qrt::Status failure;
};
} // namespace

qrt::Expected<Table> readAimetEncodings(StringRef text) {
  if (nestsTooDeep(text))
    return invalidArgument("no encodings: it nests more than 64 levels");
  llvm::Expected<json::Value> json = json::parse(text);
  if (!json)
    return invalidArgument("no JSON: " + llvm::toString(json.takeError()));
  if (std::string twice = repeatedMember(text); !twice.empty())
    return invalidArgument("has \"" + twice + "\" twice in one object: leave one out");
  const json::Object *root = json->getAsObject();
  if (!root)
    return invalidArgument("is no object");
  StringRef version = root->getString("version").value_or("none");
  auto begins = [&](StringRef start) {
    return version == start || version.starts_with((start + ".").str());
  };
  const bool isByList = begins("1.0");
  if (!isByList && !begins("0.4") && !begins("0.5") && !begins("0.6"))
    return invalidArgument("AIMET's encodings are of version " + version.str() +
                           ", and 0.4 to 0.6.1 and 1.0.0 are read");
  return EncodingsReader(*root, isByList).read();
}

// ---- writing ----

static qrt::Status checkMagnitude(const std::string &name, double magnitude) {
  return std::isfinite(float(magnitude))
             ? qrt::Status()
             : invalidArgument("the range of '" + name + "' has no f32 scale");
}

static void writeEntry(json::OStream &json, const nn::QuantParams &params, unsigned bits) {
  const int64_t first = params.min - params.zeroPoint, last = params.max - params.zeroPoint;
  json.object([&] {
    json.attribute("bitwidth", bits);
    json.attribute("dtype", "int");
    json.attribute("is_symmetric", params.zeroPoint == 0 && params.min < 0 ? "True" : "False");
    json.attribute("max", params.scale * double(last));
    json.attribute("min", params.scale * double(first) + 0.0); // −0 becomes 0
    json.attribute("offset", first);
    json.attribute("scale", params.scale);
  });
}

qrt::Status writeAimetEncodings(raw_ostream &stream, const Table &table) {
  const CalibrationSettings &settings = table.calibration.settings;
  for (const auto &[name, range] : table.calibration.ranges)
    if (qrt::Status status = checkMagnitude(name, thresholdOf(range)); !status.ok())
      return status;
  for (const auto &[name, channels] : table.weights)
    for (double magnitude : channels)
      if (qrt::Status status = checkMagnitude(name, magnitude); !status.ok())
        return status;
  json::OStream json(stream, 2);
  json.object([&] {
    json.attributeObject(activations, [&] {
      for (const auto &[name, range] : table.calibration.ranges)
        json.attributeArray(json::fixUTF8(name), [&] {
          writeEntry(json, nn::paramsForRange(range.min, range.max, settings.scheme, settings.bits),
                     settings.bits);
        });
    });
    json.attributeObject(params, [&] {
      for (const auto &[name, channels] : table.weights)
        json.attributeArray(json::fixUTF8(name), [&] {
          for (double magnitude : channels)
            writeEntry(json, nn::paramsForRange(-magnitude, magnitude, nn::Scheme::Signed), 8);
        });
    });
    json.attribute("version", "0.6.1");
  });
  stream << "\n";
  return {};
}

} // namespace qopt
