// Kernels share these parts, by which one call becomes one launch. Private to kernels, emission and
// its tests.
#pragma once

#include "lowering/emit/parameters.h"
#include "lowering/kernels/choice.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/return_if_error.h"

#include <string>
#include <vector>

namespace qopt {

/// The batches that a launch is for; `last` none: all from `first` on.
struct BatchRange {
  int64_t first = 1;
  std::optional<int64_t> last = std::nullopt;
};

/// One launch under construction.
class LaunchDraft {
public:
  LaunchDraft(qrt::Program &program, const qrt::Node &node, const qrt::Call &call,
              const Choice &choice, const qrt::DeviceDescription &device,
              const BatchRange &batches);

  const Choice choice;
  const qrt::DeviceDescription &device;
  const BatchRange batches;
  const qrt::Node &node;
  qrt::Program &program;
  CallSite site() const { return {program, node, device}; }
  /// The kernel packs the call's constant weights so (DeviceKernel::packing).
  const std::optional<qrt::LoadStep> packing;
  /// `weights` as the kernel reads them: the constant that `packing` makes, or as they stand.
  qrt::Factor packed(qrt::Factor weights);

  void define(std::string_view name, std::string_view text);
  void define(std::string_view name, int64_t value);
  /// Every bit of it.
  void defineFloat(std::string_view name, float value);
  void defineType(std::string_view name, qrt::ElementType type);
  /// INPUT_TYPE, INPUT_ZERO, and INPUT_VALUE(x) of an element as it is stored.
  void defineInput(const qrt::QuantizedInput &input);
  /// The same for `name` INPUT or WEIGHT, whose zero point may be read when the kernel runs.
  void defineFactor(std::string_view name, const qrt::Factor &factor);

  void argument(qrt::LaunchArgument value) { arguments.push_back(value); }
  void output(size_t index = 0) {
    argument(qrt::Operand{qrt::Operand::Space::Buffer, node.writes[index]});
  }
  qrt::ElementType outputType() const { return program.buffers[node.writes.front()].type; }
  void appendFunctions(std::string_view text) { functions += text; }
  /// The kernel takes these arguments behind its own.
  Parameters parameters;
  /// FAULT, for guards: the layer's word of the fault store.
  void addFault();
  /// EPILOGUE_PARAMS, EPILOGUE_ARGS: call when the kernel's own arguments are there.
  void defineParameters();

  /// Work-items per dimension, before rounding to groups of so many, or as many as the device
  /// takes.
  void items(qrt::Extent x, int64_t y, uint32_t workGroup);
  /// The kernel counts so many of something in an int, more than it has items: pixels of all
  /// samples, runs of a walk. Where no extent among the launch's arguments is as many, the launch
  /// gives the count as an argument that the kernel does not read: drivers refuse a batch whose
  /// arguments do not fit (qrt::largestCount). A kernel states the same counts for all ranges of
  /// batches, so that these share its text. Call before defineParameters.
  void counts(qrt::Extent most) { counted.push_back(most); }
  /// Whole groups of so many items, which share local memory.
  void groups(qrt::Extent x, int64_t y, uint32_t items);
  /// Local memory of a group, where launches give it; kernels declare it elsewhere.
  void giveLocal(int64_t bytes);
  /// The launch may begin while the one before ends, where the device lets it.
  void beginEarly();

  /// A library's call, before the kernel.
  void call(qrt::LibraryCall call) { library = std::move(call); }
  /// The library's call is all: there is no kernel.
  void leaveKernelOut() { hasKernel = false; }

  /// Adds the kernel's text to the program where it is new.
  qrt::Launch finish();

private:
  std::string source() const;
  /// Adds the counts that nothing else of the launch states to `parameters`.
  void stateCounts();
  /// Its index.
  uint32_t addKernel();

  uint32_t local, localBytes = 0;
  bool dependent = false, hasKernel = true;
  std::optional<qrt::LibraryCall> library;
  std::string defines, functions;
  std::vector<qrt::LaunchArgument> arguments;
  std::vector<qrt::Extent> counted;
  std::array<qrt::Extent, 3> global;
};

/// The type that the anchor accumulates in, as its program expects it, or
/// what the input implies (f32, i32, for i16 i64).
qrt::ElementType accumulatorType(const qrt::ScalarProgram &program,
                                 const qrt::QuantizedInput &input);

/// CHANNEL_WORDS(c), all that the epilogue reads of channel c's constants as one word, where it
/// reads any: a kernel asks for it ahead of dependencyWait (askFor in dependent_launch.h).
void defineChannelWords(LaunchDraft &draft, const qrt::CallEpilogue &epilogue);

/// Defines EPILOGUE, its parameters, STORE_RESULT, OUTPUT_TYPE and ACC_TYPE and appends its
/// arguments: call after the kernel's own arguments. `width`: of a row of
/// pixels, as the kernel's y and x count them; `innerSamples` as in qrt::Epilogue.
qrt::Status addEpilogue(LaunchDraft &draft, const qrt::CallEpilogue &epilogue,
                        const qrt::QuantizedInput &input, int64_t width, int64_t innerSamples = 1);

/// auxiliaryOf(result), which makes an auxiliary result of a result of type `result` as it is
/// stored, and `auxiliary`, where it goes, of type `stored`: call before the parameters are
/// defined.
qrt::Status addAuxiliary(LaunchDraft &draft, const qrt::ScalarProgram &program,
                         const std::string &result, qrt::ElementType stored);

/// A constant of these values under `key`, made once for both.
uint32_t computedConstant(qrt::Program &program, const std::string &key,
                          const std::vector<int32_t> &values);
/// The constant that `copy` fills at load, made once for equal copies; `copy.target` is set here.
uint32_t packedConstant(qrt::Program &program, qrt::LoadStep step);

/// IN_, OUT_, KERNEL_, STRIDE_, DILATION_ and PAD_, each for H and W.
void defineWindow(LaunchDraft &draft, const std::array<int64_t, 2> &in,
                  const std::array<int64_t, 2> &out, const qrt::Window2d &window);

/// MULTIPLY_ADD(a, b, c) of what inputs of `type` are widened to.
void defineMultiplyAdd(LaunchDraft &draft, qrt::ElementType type);

/// C text of how many elements lie before the first result. Where any do, the kernel takes that as
/// an argument, so that the parts of a concatenation have one text: call before defineParameters.
std::string resultFirst(LaunchDraft &draft, const qrt::CallEpilogue &epilogue);

/// RESULT_AT(n, p): where the channels of pixel p of sample n begin. As resultFirst.
void defineResult(LaunchDraft &draft, const qrt::CallEpilogue &epilogue, int64_t pixels,
                  int64_t channels);

/// Unsupported unless every value fits the kernels' 32-bit indices.
qrt::Status requireIndex32(const LaunchDraft &draft, std::initializer_list<int64_t> values);

} // namespace qopt
