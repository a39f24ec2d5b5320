#include "passes/quantize/policy/policy_file.h"

#include "passes/calibrate/calibrators.h"
#include "passes/calibrate/tables/json_text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
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
        file.layers[key.str()] = policy(key, *layer);
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

  LayerPolicy policy(StringRef key, const llvm::json::Object &layer) {
    LayerPolicy result;
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
        static constexpr unsigned bits[] = {2, 3, 4, 7, 8, 16};
        result.weightBits =
            bits[word(key, what, value, {"int2", "int3", "int4", "int7", "int8", "int16"})];
      } else if (what == "granularity") {
        result.perChannel = word(key, what, value, {"tensor", "channel"}) == 1;
      } else if (what == "attention") {
        result.attention = AttentionForm(word(key, what, value, {"float", "integer"}));
      } else {
        fail("'" + key + "': \"" + what +
             "\" is none of mode, precision, scheme, weights, granularity, attention");
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
  if (std::string twice = repeatedMember(text); !twice.empty()) {
    reason = "has \"" + twice + "\" twice in one object: leave one out";
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

std::optional<PolicyFile> readPolicyFile(StringRef path, std::string &reason) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    reason = buffer.getError().message();
    return std::nullopt;
  }
  return parsePolicy((*buffer)->getBuffer(), reason);
}

} // namespace qopt
