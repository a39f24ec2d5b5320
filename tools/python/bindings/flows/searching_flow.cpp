// search: the flow that chooses a type for each layer.
#include "tools/libqopt/flows/search/search.h"
#include "tools/python/bindings/flows/judged.h"

namespace qopt::python {

namespace {

constexpr const char *settingKey = "search";

/// Measurements in a dict of Python: the setting under "search", and (errors, noise) by types.
class DictMemory {
public:
  explicit DictMemory(nb::dict kept) : kept(std::move(kept)) {}
  DictMemory(const DictMemory &) = delete;
  DictMemory &operator=(const DictMemory &) = delete;
  ~DictMemory() {
    const Acquired acquired;
    kept.reset();
  }

  qrt::Status begin(const std::string &setting) {
    const Acquired acquired;
    if (!kept.contains(settingKey)) {
      kept[settingKey] = setting;
      return {};
    }
    std::string own;
    if (nb::try_cast(kept[settingKey], own) && own == setting)
      return {};
    return qrt::invalidArgument("memory: was filled by another search (other samples, options or "
                                "network); give another dict, or clear it");
  }

  std::optional<MeasuredErrors> recall(const std::string &types) {
    const Acquired acquired;
    const auto key = nb::cast(types);
    std::pair<std::vector<double>, std::vector<double>> found;
    if (!kept.contains(key) || !nb::try_cast(kept[key], found))
      return std::nullopt;
    return MeasuredErrors{std::move(found.first), std::move(found.second)};
  }

  void keep(const std::string &types, const MeasuredErrors &measured) {
    const Acquired acquired;
    kept[nb::cast(types)] = nb::make_tuple(measured.errors, measured.noise);
  }

private:
  nb::dict kept;
};

} // namespace

void takeValue(ErrorMemory &field, nb::handle value, const std::string &name) {
  nb::dict kept;
  if (!nb::try_cast(value, kept))
    refuseValue(name, "a dict", value);
  auto memory = std::make_shared<DictMemory>(std::move(kept));
  field = {[memory](const std::string &setting) { return memory->begin(setting); },
           [memory](const std::string &types) { return memory->recall(types); },
           [memory](const std::string &types, const MeasuredErrors &measured) {
             memory->keep(types, measured);
           }};
}

template <typename Visit> void visitFields(SearchOptions &options, Visit &&visit) {
  visit("samples", options.samples);
  visit("test", options.test);
  visit("every", options.every);
  visit("labels", options.labels);
  visit("batch", options.batch);
  visit("preprocessed", options.preprocessed);
  visitFields(options.recipe, visit);
  visitFields(options.gates, visit);
  visit("outputs", options.outputs);
  visit("judge", options.judge);
  visit("seconds", options.seconds);
  visit("looks", options.looks);
  visit("policy", options.policy);
  visit("memory", options.memory);
  visit("device", options.device);
  visitFields(options.compile, visit);
  visit("model_name", options.modelName);
  visit("output_name", options.outputName);
  visit("samples_name", options.samplesName);
  visit("test_name", options.testName);
  visit("labels_name", options.labelsName);
  visit("policy_name", options.policyName);
}

template <typename Visit> void visitFields(const SearchedNetwork &network, Visit &&visit) {
  visit("name", network.name);
  visit("floats", network.floats);
  visit("float_layers", network.floatLayers);
  visit("wide_layers", network.wideLayers);
  visit("predicted_seconds", network.predictedSeconds);
  visit("seconds", network.seconds);
  visit("predicted_noise", network.predictedNoise);
  visit("noise", network.noise);
  visit("chosen_by", network.chosenBy);
  visit("loss", network.loss);
  visit("broken_by", network.brokenBy);
  visit("broken", network.broken);
}

template <typename Visit> void visitFields(const SearchedLayer &layer, Visit &&visit) {
  visit("name", layer.name);
  visit("type", layer.type);
  visit("float_seconds", layer.floatSeconds);
  visit("seconds", layer.seconds);
  visit("alone", layer.alone);
  visit("gone", layer.gone);
}

template <typename Visit> void visitFields(const SearchedPair &pair, Visit &&visit) {
  visit("first", pair.first);
  visit("second", pair.second);
  visit("added", pair.added);
}

template <typename Visit> void visitFields(const DroppedType &dropped, Visit &&visit) {
  visit("name", dropped.name);
  visit("ratio", dropped.ratio);
}

template <typename Visit> void visitFields(const Prediction &prediction, Visit &&visit) {
  visit("networks", prediction.networks);
  visit("rank_correlation", prediction.rankCorrelation);
  visit("median_ratio", prediction.medianRatio);
}

// The chosen network itself is bytes, which searchModel() adds.
template <typename Visit> void visitFields(const SearchResult &result, Visit &&visit) {
  visitCommon(result, visit);
  visit("networks", result.networks);
  visit("chosen", result.chosen);
  visit("policy", result.policy);
  visit("layers", result.layers);
  visit("pairs", result.pairs);
  visit("dropped", result.dropped);
  visit("noise", result.noise);
  visit("mixed_noise", result.mixedNoise);
  visit("mixed_time", result.mixedTime);
  visit("batch", result.batch);
  visit("rounds", result.rounds);
  visit("measured", result.measured);
  visit("choosing", result.choosing);
  visit("judging", result.judging);
  visit("front_size", result.frontSize);
  visit("is_front_cut", result.isFrontCut);
  visit("is_cut_short", result.isCutShort);
}

static nb::object searchModel(Model &model, nb::dict given, nb::tuple hooks) {
  auto result = runFlow<SearchOptions>(given, hooks, [&](const SearchOptions &options) {
    return qopt::search(networkOf(model), options);
  });
  nb::object fields = toPython(result);
  fields["bytecode"] = nb::bytes(result.bytecode.data(), result.bytecode.size());
  return fields;
}

void addSearchingFlow(nb::module_ &m) {
  m.def("search", &searchModel, nb::arg("model"), nb::arg("options"), nb::arg("hooks"));
  m.def("search_defaults", &defaultsOf<SearchOptions>);
}

} // namespace qopt::python
