#include "tools/qrun/search/search_report.h"

#include "tools/io/report/table.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/qrun/command/json_document.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace qopt::run {

double decibelsOf(double noise) { return -10 * std::log10(noise); }

static std::string decibelsText(double noise) {
  if (std::isnan(noise) || std::isinf(noise))
    return "-";
  return noise > 0 ? io::fixed(decibelsOf(noise), 1) + " dB" : "exact";
}

static std::string within(const SearchedNetwork &one) {
  if (!one.brokenBy.empty())
    return "no";
  if (!one.loss)
    return "not judged";
  return one.broken.empty() ? "yes" : "no, by those that judge";
}

static std::string lossOf(const SearchedNetwork &one) {
  const std::optional<Loss> &loss = one.loss ? one.loss : one.chosenBy;
  if (!loss)
    return "-";
  const OutputLoss *flipping = loss->mostFlips();
  return decibels(loss->worst().sqnr) + (flipping ? ", " + flips(*flipping) + " flip" : "");
}

static void printNetworks(const SearchResult &result, llvm::raw_ostream &stream) {
  io::Table table({"network", "float layers", "ms a run", "predicted", "SQNR where measured",
                   "predicted", "loss where judged", "within bounds"});
  for (const SearchedNetwork &one : result.networks) {
    table.add({one.name, one.isMixed() ? std::to_string(one.floatLayers.size()) : "-",
               io::fixed(one.seconds * 1e3, 3),
               one.predictedSeconds > 0 ? io::fixed(one.predictedSeconds * 1e3, 3) : "-",
               decibelsText(one.noise), one.isMixed() ? decibelsText(one.predictedNoise) : "-",
               lossOf(one), within(one)});
  }
  table.print(stream);
}

static void printPredictions(const SearchResult &result, llvm::raw_ostream &stream) {
  auto tell = [&](const char *what, const Prediction &held) {
    if (held.networks)
      stream << what << " of " << held.networks
             << " networks, predicted before they were measured: "
             << "rank correlation " << io::fixed(held.rankCorrelation, 2) << ", median ratio "
             << io::fixed(held.medianRatio, 2) << "\n";
  };
  tell("errors", result.noise);
  tell("errors of mixed networks,", result.mixedNoise);
  tell("times of mixed networks,", result.mixedTime);
}

/// Prints which network was chosen, whether int8 was faster than f32, and who took no part.
static void printVerdict(const SearchResult &result, llvm::raw_ostream &stream) {
  const SearchedNetwork &floats = result.networks.front();
  for (const SearchedNetwork &one : result.networks)
    if (one.name == "int8" && one.seconds >= floats.seconds)
      stream << "int8 is not faster than f32 here: " << io::fixed(one.seconds * 1e3, 3)
             << " ms a run, f32 " << io::fixed(floats.seconds * 1e3, 3) << "\n";
  for (const DroppedType &type : result.dropped)
    stream << type.name << " takes " << io::fixed(type.ratio, 2)
           << " times as long as f32 here and took no part\n";
  if (!result.chosen) {
    stream << (result.networks.back().name == "policy"
                   ? "the policy's network is outside the bounds\n"
                   : "no network is within the bounds\n");
    return;
  }
  const SearchedNetwork &chosen = result.networks[*result.chosen];
  stream << "chosen: " << chosen.name << ", " << io::fixed(floats.seconds / chosen.seconds, 2)
         << " times as fast as f32; runs of " << result.batch << ", " << result.rounds
         << " rounds; " << result.measured << " samples measured errors, " << result.choosing
         << " chose, " << result.judging << " judged\n";
  if (!chosen.floatLayers.empty())
    stream << "float: " << llvm::join(chosen.floatLayers, ", ") << "\n";
  if (!chosen.wideLayers.empty())
    stream << "int16: " << llvm::join(chosen.wideLayers, ", ") << "\n";
}

void printSearch(const SearchResult &result, llvm::raw_ostream &stream) {
  printNetworks(result, stream);
  printPredictions(result, stream);
  printVerdict(result, stream);
  if (result.isFrontCut)
    stream << "more values were alive at once than the program follows: it may have missed faster "
              "choices\n";
  if (result.isCutShort)
    stream << "time ended before all was measured or tried; a larger --budget goes on, from where "
              "this one stopped with --resume\n";
}

static void writePrediction(llvm::json::OStream &json, llvm::StringRef name,
                            const Prediction &held) {
  json.attributeObject(name, [&] {
    json.attribute("networks", held.networks);
    writeNumber(json, "rank_correlation", held.rankCorrelation);
    writeNumber(json, "median_ratio", held.medianRatio);
  });
}

static void writeNetwork(llvm::json::OStream &json, const SearchedNetwork &one) {
  writeText(json, "network", one.name);
  writeText(json, "floats", one.floats);
  writeStrings(json, "float_layers", one.floatLayers);
  writeStrings(json, "int16_layers", one.wideLayers);
  writeNumber(json, "seconds", one.seconds);
  writeNumber(json, "predicted_seconds", one.predictedSeconds);
  writeNumber(json, "noise", one.noise);
  writeNumber(json, "predicted_noise", one.predictedNoise);
  writeText(json, "within", within(one));
  const std::optional<Loss> &loss = one.loss ? one.loss : one.chosenBy;
  writeNumber(json, "sqnr_db", loss ? loss->worst().sqnr.value_or(NAN) : NAN);
  if (const OutputLoss *flipping = loss ? loss->mostFlips() : nullptr)
    json.attribute("flips", flipping->paired.flips);
  writeStrings(json, "broken", one.broken.empty() ? one.brokenBy : one.broken);
}

static void writeLayers(llvm::json::OStream &json, const SearchResult &result) {
  json.attributeArray("layers", [&] {
    for (const SearchedLayer &layer : result.layers)
      json.object([&] {
        writeText(json, "layer", layer.name);
        writeTextOrNull(json, "type", layer.type);
        writeNumber(json, "float_seconds", layer.floatSeconds);
        writeNumber(json, "int8_seconds", layer.seconds);
        writeNumber(json, "noise_alone", layer.alone.value_or(NAN));
        writeNumber(json, "gone_without", layer.gone.value_or(NAN));
      });
  });
  json.attributeArray("pairs", [&] {
    for (const SearchedPair &pair : result.pairs)
      json.object([&] {
        writeText(json, "first", pair.first);
        writeText(json, "second", pair.second);
        writeNumber(json, "added_noise", pair.added);
      });
  });
}

void writeSearch(const SearchResult &result, llvm::json::OStream &json) {
  writeTextOrNull(json, "chosen", result.chosen ? result.networks[*result.chosen].name : "");
  json.attribute("batch", result.batch);
  json.attribute("rounds", result.rounds);
  json.attributeObject("samples", [&] {
    json.attribute("measured", result.measured);
    json.attribute("choosing", result.choosing);
    json.attribute("judging", result.judging);
  });
  json.attribute("front", int64_t(result.frontSize));
  json.attribute("front_cut", result.isFrontCut);
  json.attribute("cut_short", result.isCutShort);
  json.attributeObject("predictions", [&] {
    writePrediction(json, "noise", result.noise);
    writePrediction(json, "mixed_noise", result.mixedNoise);
    writePrediction(json, "mixed_time", result.mixedTime);
  });
  json.attributeArray("dropped", [&] {
    for (const DroppedType &type : result.dropped)
      json.object([&] {
        writeText(json, "type", type.name);
        writeNumber(json, "times_f32", type.ratio);
      });
  });
  writeLayers(json, result);
  json.attributeArray("results", [&] {
    for (const SearchedNetwork &one : result.networks)
      json.object([&] { writeNetwork(json, one); });
  });
}

} // namespace qopt::run
