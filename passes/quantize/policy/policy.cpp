#include "passes/quantize/policy/policy.h"

#include "ir/values/keys.h"
#include "ir/values/stated_precision.h"
#include "passes/calibrate/calibrators.h"
#include "passes/calibrate/tables/json_text.h"
#include "passes/quantize/policy/ranges.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// ---- the file ----

namespace {

/// Reads one file; the first thing wrong is `reason`.
class Reader {
public:
  explicit Reader(std::string &reason) : reason(reason) {}

  void read(const llvm::json::Object &root) {
    for (const auto &[name, value] : root)
      if (!llvm::is_contained({"version", "layers", "ranges", "scales"}, StringRef(name)))
        fail("\"" + StringRef(name) + "\" is none of version, layers, ranges, scales");
    if (root.getInteger("version") != 1)
      fail("is not of version 1, the one understood here");
    each(root, "layers", [&](StringRef key, const llvm::json::Value &value) {
      if (const llvm::json::Object *layer = value.getAsObject())
        file.layers[key.str()] = choice(key, *layer);
      else
        fail("layer '" + key + "' is no object");
    });
    each(root, "ranges", [&](StringRef key, const llvm::json::Value &value) {
      const llvm::json::Array *pair = value.getAsArray();
      std::optional<double> min, max;
      if (pair && pair->size() == 2)
        min = (*pair)[0].getAsNumber(), max = (*pair)[1].getAsNumber();
      std::string_view unusable =
          min && max ? Range{*min, *max}.whyUnusable() : "is not [min, max]";
      if (!unusable.empty())
        return fail("the range of '" + key + "' " + unusable);
      file.ranges[key.str()] = {*min, *max};
    });
    each(root, "scales", [&](StringRef key, const llvm::json::Value &value) {
      if (const llvm::json::Object *scale = value.getAsObject())
        file.scales[key.str()] = params(key, *scale);
      else
        fail("the scale of '" + key + "' is no object");
    });
  }

  PolicyFile file;

private:
  void fail(const Twine &message) {
    if (reason.empty())
      reason = message.str();
  }

  void each(const llvm::json::Object &root, StringRef part,
            function_ref<void(StringRef, const llvm::json::Value &)> visit) {
    const llvm::json::Value *value = root.get(part);
    if (!value)
      return;
    if (!value->getAsObject())
      return fail("\"" + part + "\" is no object");
    for (const auto &[key, entry] : *value->getAsObject())
      visit(key, entry);
  }

  // One of `words`, whose place is the answer.
  size_t word(StringRef key, StringRef what, const llvm::json::Value &value,
              ArrayRef<StringRef> words) {
    auto found = llvm::find(words, value.getAsString().value_or(""));
    if (found == words.end())
      fail("'" + key + "': \"" + what + "\" is one of " + llvm::join(words, ", "));
    return found == words.end() ? 0 : size_t(found - words.begin());
  }

  LayerChoice choice(StringRef key, const llvm::json::Object &layer) {
    LayerChoice result;
    for (const auto &[name, value] : layer) {
      StringRef what = name;
      if (what == "precision") {
        size_t at = word(key, what, value, {"float", "int8", "int16"});
        if (at == 0 && layer.get("mode"))
          fail("'" + key + "': precision float is a mode: say one of them");
        if (at == 0)
          result.mode = LayerMode::Observe;
        else
          result.bits = at == 1 ? 8u : 16u;
      } else if (what == "mode") {
        result.mode =
            LayerMode(word(key, what, value, {"observe", "simulate", "quantize", "dynamic"}));
      } else if (what == "scheme") {
        static constexpr Scheme schemes[] = {Scheme::Signs, Scheme::Signed, Scheme::Affine,
                                             Scheme::Mixed};
        result.scheme = schemes[word(key, what, value, {"signs", "signed", "affine", "mixed"})];
      } else if (what == "weights") {
        static constexpr unsigned bits[] = {4, 8, 16};
        result.weightBits = bits[word(key, what, value, {"int4", "int8", "int16"})];
      } else if (what == "granularity") {
        result.perChannel = word(key, what, value, {"tensor", "channel"}) == 1;
      } else {
        fail("'" + key + "': \"" + what +
             "\" is none of mode, precision, scheme, weights, granularity");
      }
    }
    return result;
  }

  QuantParams params(StringRef key, const llvm::json::Object &object) {
    StringRef type = object.getString("type").value_or("");
    QuantParams result;
    if (type == "u8")
      result = {1, 0, 0, 255, qrt::ElementType::U8};
    else if (type == "i16")
      result = {1, 0, -32768, 32767, qrt::ElementType::I16};
    else if (type != "i8")
      fail("the scale of '" + key + "': \"type\" is one of i8, u8, i16");
    auto scale = object.getNumber("scale");
    if (!scale || !std::isnormal(float(*scale)) || *scale < 0)
      fail("the scale of '" + key + "' is no normal positive number");
    result.scale = double(float(scale.value_or(1)));
    const llvm::json::Value *zero = object.get("zero_point");
    if (zero && !zero->getAsInteger())
      fail("the zero point of '" + key + "' is no integer");
    result.zeroPoint = zero ? zero->getAsInteger().value_or(0) : 0;
    for (const auto &[name, value] : object)
      if (!llvm::is_contained({"type", "scale", "zero_point"}, StringRef(name)))
        fail("the scale of '" + key + "': \"" + StringRef(name) +
             "\" is none of type, scale, zero_point");
    if (result.zeroPoint < result.min || result.zeroPoint > result.max)
      fail("the zero point of '" + key + "' is no " + type);
    return result;
  }

  std::string &reason;
};

} // namespace

std::optional<PolicyFile> parsePolicy(StringRef text, std::string &reason) {
  if (nestsTooDeep(text)) {
    reason = "nests too deep";
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json) {
    reason = "no JSON: " + llvm::toString(json.takeError());
    return std::nullopt;
  }
  if (!json->getAsObject()) {
    reason = "is no object";
    return std::nullopt;
  }
  Reader reader(reason);
  reader.read(*json->getAsObject());
  return reason.empty() ? std::optional(std::move(reader.file)) : std::nullopt;
}

// The most bits that layers ask for which read the value, perhaps through others of which the file
// says nothing.
static unsigned bitsAskedOf(Value value, const PolicyFile &file) {
  unsigned bits = 0;
  SmallVector<Value> open{value};
  DenseSet<Value> seen;
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Operation *user : next.getUsers())
      for (Value result : user->getResults()) {
        auto layer = file.layers.find(keyOf(result));
        if (layer == file.layers.end())
          open.push_back(result);
        else
          bits = std::max(bits, layer->second.bits.value_or(0));
      }
  }
  return bits;
}

PolicyFile policyOf(func::FuncOp entry) {
  ValuesByKey values(entry);
  PolicyFile file;
  for (const auto &[key, precision] : statedPrecisions(entry)) {
    if (!values.find(key))
      continue;
    LayerChoice &choice = file.layers[key];
    if (precision == StatedPrecision::Int8 || precision == StatedPrecision::Int16)
      choice.bits = precision == StatedPrecision::Int8 ? 8u : 16u;
    else
      choice.mode = LayerMode::Observe;
  }
  if (file.layers.empty())
    return file;
  // Who reads a value takes what there is: inputs have what their readers ask for.
  PolicyFile inputs;
  for (Value argument : entry.getArguments())
    if (unsigned bits = bitsAskedOf(argument, file))
      inputs.layers[keyOf(argument)].bits = bits;
  file.layers.merge(inputs.layers);
  return file;
}

// ---- the answers ----

static void override(LayerPolicy &policy, const LayerChoice &choice) {
  policy.mode = choice.mode.value_or(policy.mode);
  policy.scheme = choice.scheme.value_or(policy.scheme);
  policy.bits = choice.bits.value_or(policy.bits);
  policy.weightBits = choice.weightBits.value_or(choice.bits.value_or(policy.weightBits));
  policy.perChannel = choice.perChannel.value_or(policy.perChannel);
}

Policy::Policy(const Profile &profile, const LayerChoice &choice)
    : region(profile.region), profile(profile) {
  common.scheme = profile.schemes.front();
  common.origin = ("profile " + profile.name).str();
  override(common, choice);
  commonFloat = common;
  commonFloat.mode = LayerMode::Observe;
}

std::string Policy::apply(const PolicyFile &file, func::FuncOp function, StringRef path) {
  ValuesByKey values(function);
  std::string reason;
  auto find = [&](StringRef key) {
    Value value = values.find(key);
    if (!value && reason.empty())
      reason = whyMissing(function, values, key);
    return value;
  };
  for (const auto &[key, choice] : file.layers) {
    Value value = find(key);
    if (!value)
      return reason;
    if (choice.scheme && !llvm::is_contained(profile.schemes, *choice.scheme))
      return ("profile " + profile.name + " has no scheme '" + schemeName(*choice.scheme) +
              "' for '" + key + "'")
          .str();
    LayerPolicy policy = of(value);
    override(policy, choice);
    if (policy.mode == LayerMode::Dynamic && choice.scheme && *choice.scheme != Scheme::Affine)
      return ("'" + key + "' has mode dynamic: such ranges are affine, not " +
              std::string(schemeName(*choice.scheme)));
    policy.origin = path;
    policy.saysBits |= choice.bits.has_value();
    if (Operation *op = value.getDefiningOp())
      layers[op] = policy;
    else
      arguments[value] = policy;
  }
  for (const auto &[key, params] : file.scales) {
    Value value = find(key);
    if (!value)
      return reason;
    scales[value] = params;
  }
  for (const auto &[key, range] : file.ranges) {
    Value value = find(key);
    if (!value)
      return reason;
    setRange(value, range.first, range.second);
  }
  return "";
}

const LayerPolicy &Policy::of(Operation *op) const {
  auto found = layers.find(op);
  if (found != layers.end())
    return found->second;
  return llvm::is_contained(profile.floatOps, op->getName().getStringRef()) ? commonFloat : common;
}

const LayerPolicy &Policy::of(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return of(op);
  auto found = arguments.find(value);
  return found == arguments.end() ? common : found->second;
}

std::optional<QuantParams> Policy::scaleOf(Value value) const {
  auto found = scales.find(value);
  return found == scales.end() ? std::nullopt : std::optional(found->second);
}

} // namespace qopt
