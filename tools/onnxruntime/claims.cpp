#include "tools/onnxruntime/claims.h"

#include "tools/onnxruntime/partition.h"

#include <algorithm>
#include <map>

namespace qopt::ort {
namespace {

class Claimer {
public:
  Claimer(GraphReader &reader, const PartOptions &options) : reader(reader), options(options) {}

  /// Until each part is taken: a round leaves at least one node to ONNX Runtime.
  std::vector<Claim> run() {
    for (size_t round = 1;; ++round) {
      Taken before = std::move(taken);
      taken.clear();
      bool isDone = true;
      for (const std::vector<size_t> &places : connectedParts(reader.nodes)) {
        if (auto known = before.extract(places))
          taken.insert(std::move(known));
        else if (auto part = ask(places))
          taken.emplace(places, std::move(part));
        else
          isDone = false;
      }
      if (isDone)
        return claimsAfter(round);
    }
  }

private:
  using Taken = std::map<std::vector<size_t>, std::shared_ptr<CompiledPart>>; // by their nodes

  std::vector<Claim> claimsAfter(size_t rounds) {
    options.say(LogLevel::Info,
                reader.title() + ": what runs here was found in round " + std::to_string(rounds));
    std::vector<Claim> claims;
    for (auto &[places, part] : taken)
      claims.push_back({places, std::move(part)});
    return claims;
  }

  std::shared_ptr<CompiledPart> ask(const std::vector<size_t> &places) {
    Refusal refusal;
    try {
      if (auto part = compilePart(reader.part(places), options, refusal))
        return part;
      leave(places, refusal);
    } catch (const Failure &failure) {
      for (size_t place : failure.node ? std::vector(1, *failure.node) : places)
        reader.nodes[place].stay(failure.message);
    }
    return nullptr;
  }

  /// The nodes that are to blame, or all of them where nobody says which.
  void leave(const std::vector<size_t> &places, const Refusal &refusal) {
    bool isNamed = false;
    for (const auto &[layer, why] : refusal.layers)
      if (auto place = named(layer); place && std::ranges::binary_search(places, *place)) {
        reader.nodes[*place].stay(why);
        isNamed = true;
      }
    if (isNamed)
      return;
    if (auto place = reader.find(layerIn(refusal.status.message()));
        place && std::ranges::binary_search(places, *place)) {
      reader.nodes[*place].stay(refusal.status.message());
      return;
    }
    for (size_t place : places)
      reader.nodes[place].stay(refusal.status.message());
  }

  /// A key in quotes, perhaps with where it stands behind it.
  std::optional<size_t> named(const std::string &layer) const {
    const size_t end = layer.find('\'', 1);
    return end == std::string::npos ? std::nullopt : reader.find(layer.substr(1, end - 1));
  }

  GraphReader &reader;
  const PartOptions &options;
  Taken taken; // in this round
};

} // namespace

std::vector<Claim> claimParts(GraphReader &reader, const PartOptions &options,
                              int64_t minMultiplyAdds) {
  std::vector<Claim> claims = Claimer(reader, options).run();
  size_t count = 0;
  for (const Claim &claim : claims)
    count += claim.places.size();
  const bool isWhole = !reader.isBody() && count == reader.nodes.size();
  std::erase_if(claims, [&](const Claim &claim) {
    if (isWhole || claim.part->multiplyAdds >= minMultiplyAdds)
      return false;
    for (size_t place : claim.places)
      reader.nodes[place].why = "its part of the graph, of " +
                                std::to_string(claim.part->multiplyAdds) +
                                " multiply-adds, is smaller than min_multiply_adds";
    return true;
  });
  return claims;
}

} // namespace qopt::ort
