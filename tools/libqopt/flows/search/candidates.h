// The types that take part in a search, by what networks of one type take on the device.
#pragma once

#include "tools/libqopt/flows/search/result/search_result.h"
#include "tools/libqopt/flows/search/times/time_model.h"
#include "tools/libqopt/flows/search/times/type_times.h"
#include "tools/libqopt/flows/search/types/layer_types.h"

#include <functional>

namespace qopt::run {

/// A network whose layers all have one type.
struct UniformType {
  std::string name, floats; // "int8 and f16", "f16"
  LayerTypes types;
  double seconds = 0; // of a run
  std::function<qrt::Expected<Loaded>(const Quantizer &)> make;
};

struct Candidates {
  LayerGraph graph;
  std::vector<LayerType> types; // of each layer: Float, Int8, and Int16 where it may be faster
  std::string floats = "f32";   // what Float lies in memory as
  TimeModel times;
  TimedLayers wideFloats, wideIntegers; // of f32, and of int8 with floats of f32
  std::vector<UniformType> uniform;     // f32 first
  std::vector<DroppedType> dropped;
  int64_t batch = 1;

  /// Layers, the one first that int8 makes faster by most.
  std::vector<size_t> byGain() const;
  std::vector<size_t> choiceOf(const LayerTypes &of) const;
  /// Floats are of f32 from now on: the narrower ones are outside the bounds.
  void widenFloats();
  /// The place of the network of int8 whose floats lie in memory as `floats`.
  size_t narrowUniform() const;
};

/// Times f32 and int8, which always take part. f16 and bf16 take part where the float network is
/// 2 % faster in them than in f32: floats between integers are of the faster one then, or of that
/// which the recipe asks for. Weights of 8 bits that a run widens take part, as a network of one
/// type, where that is 2 % faster; int16 where its network is no slower and some layer 5 % faster
/// than in f32, by runs of one sample, and ranges are not dynamic. Nothing of these is more exact
/// than f32, so that no bound needs a slower one.
qrt::Expected<Candidates> findCandidates(const Quantizer &quantizer);

} // namespace qopt::run
