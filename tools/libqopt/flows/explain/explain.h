// explain() says where a quantized network loses: for each layer its share of each output's error
// and of the classes that flip, apart by cause, and what would mend it.
// Bindings use it as quantize.h says.
//
//   qopt::ExplainOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   auto result = qopt::explain(*floats, *integers, options);
//   for (const qopt::ExplainedLayer &layer : result->outputs.front().layers)
//     … layer.name, layer.share, layer.causes …
#pragma once

#include "tools/libqopt/flows/explain/causes.h"
#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

#include <optional>

namespace qopt {

struct ExplainOptions {
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  int64_t batch = 32;
  bool preprocessed = false;        // float samples are what the networks take
  std::vector<std::string> outputs; // that are explained, by name; none: all of real values
  /// The flow looks at so many samples at most, from all over those selected.
  int64_t looks = 64;
  /// The flow also measures what it gains to take away each layer's error in turn, of the worst
  /// output: a compilation and a run of these samples for each.
  bool removes = false;
  std::string device = "host";
  CompileOptions compile;
  std::string floatName = "float.mlirbc", quantizedName = "int8.mlirbc",
              samplesName = "samples.npz"; // for messages and commands
  FlowHooks hooks;
};

/// A layer's shares of an output's error are of Σ e², e the output's error, and add up to 1 over
/// all layers, but for what ExplainedOutput::rest has; what cancels another layer's error is
/// negative.
struct ExplainedLayer {
  std::string name, operation; // the layer, and what it is: "conv1", "conv2d"
  std::string value;           // the key of its result, by which both networks have it
  std::string type;            // of that result in the quantized network: "qi8"
  bool hasWeights = false;
  double share = 0, flipShare = 0; // of the error, and of what flips were made of
  /// The square of what this layer adds by itself, and what is gone without it, both as parts of
  /// the error, to the second order: 2·share − alone, as |e|² − |e − c|² = 2·<e, c> − |c|².
  double alone = 0;
  double gone() const { return 2 * share - alone; }
  /// The part of the error that is gone where this layer alone is float: of its weights, bias and
  /// tables, and of an input that it alone reads. Its result is rounded as before, for who reads
  /// it.
  double asFloat = 0;
  std::optional<double> removal; // of the error, that was gone without this layer's own
  std::array<double, causeCount> causes{};
  double macs = 0;    // percent of all multiply-adds
  int64_t blamed = 0; // flips of which it has the largest part

  Cause worstCause() const;
};

/// This tells of a sample whose class is another.
struct ExplainedFlip {
  int64_t sample = 0, from = 0, to = 0;
  std::string layer; // that has the largest part of it
  double part = 0;   // of what moved the one class over the other
};

/// A mend would take an error away, by the shares: each as if all else stayed as it is.
struct Mend {
  enum class Kind { Float, WiderActivations, RoundWeights, Calibrator, OwnScale };
  std::string layer;
  Kind kind = Kind::Float;
  double gain = 0;    // dB of the output
  double cost = 0;    // percent of the network's multiply-adds that take twice as long, or longer
  std::string remedy; // an option of qrun quantize or repair
};

/// "float", "16 bits", …
std::string_view mendName(Mend::Kind kind);

struct ExplainedOutput {
  std::string name;
  double sqnr = 0;                    // dB; infinite where nothing differs, −infinite by NaN
  int64_t classes = 0, flips = 0;     // 0: the output tells no classes of samples
  std::vector<ExplainedLayer> layers; // the layer without which most is gone comes first
  double rest = 0;                    // of the error, that no layer has
  std::vector<ExplainedFlip> flipped;
  std::vector<Mend> mends; // most gain for its cost first
};

struct ExplainResult : FlowResult {
  int64_t samples = 0;
  std::vector<ExplainedOutput> outputs; // the worst first
  /// Layers that errors could not be followed through, and outputs of integers.
  std::vector<std::string> unexplained;
};

/// Fails where the networks have different inputs, or no output of real values in both, where
/// samples do not fit, and where the caller cancels (wasCancelled).
qrt::Expected<ExplainResult> explain(const Network &floats, const Network &quantized,
                                     const ExplainOptions &options);

} // namespace qopt
