#include "runtime/calls/fused_conv2d/fused_conv2d.h"

#include "runtime/numerics/windows/fused_conv2d.h"

namespace qrt {

bool canFuse(const Conv2dCall &first, const Conv2dCall &second) {
  const CallEpilogue &between = first.epilogue;
  return isPackedAtLoad(first) && isPackedAtLoad(second) && !hasOtherTerms(first) &&
         !hasOtherTerms(second) &&
         canFuse(first.shape, second.shape, second.input.type, second.weights.type) &&
         first.samples == second.samples && between.tensors.empty() && !between.result &&
         !between.auxiliary && !second.epilogue.auxiliary &&
         between.program.resultType == second.input.type.type;
}

bool readsOnce(const Conv2dCall &call, uint32_t buffer) {
  const Operand sought{Operand::Space::Buffer, buffer};
  int count = 0;
  visitOperands(call, [&]<typename T>(const T &operand) {
    if constexpr (std::same_as<T, Operand>)
      count += operand == sought;
  });
  return count == 1 && call.input.operand == sought;
}

std::optional<ResultSteps> resultSteps(const FusedConv2dCall &call) {
  std::optional<ResultSteps> written = resultSteps(call.second);
  if (written)
    written->result = 1;
  return written;
}

namespace {

/// The scopes of the two calls: the second also reads the buffer that the first writes.
struct Stages {
  std::vector<uint32_t> secondReads;
  CallScope first, second;

  explicit Stages(const CallScope &whole)
      : secondReads(whole.reads.begin(), whole.reads.end()), first(whole), second(whole) {
    secondReads.push_back(whole.writes[0]);
    first.writes = whole.writes.first(1);
    second.writes = whole.writes.subspan(1);
    second.reads = secondReads;
  }
  Stages(const Stages &) = delete;
};

/// The prepared forms of the two calls.
struct PreparedPair {
  Prepared first, second;
  BlockProgramPtr firstProgram, secondProgram;
};

/// Computes both row by row. Returns false, having done nothing, if that does not pay at this
/// core's cache size.
bool runTogether(const HostRun &firstRun, const Conv2dCall &first, const HostRun &secondRun,
                 const Conv2dCall &second) {
  const Execution &execution = firstRun.execution;
  const int64_t samples = firstRun.at(first.samples);
  const int64_t threads = execution.pool ? execution.pool->threads() : 1;
  const int64_t between =
      samples * second.shape.in[0] * second.shape.in[1] * second.shape.inChannels;
  if (!isFusionWorth(second.shape, samples, threads, between * int64_t(firstRun.resultWidth()),
                     firstRun.cacheBytes))
    return false;
  const auto &weights = *static_cast<const PackedWeights *>(firstRun.prepared.get());
  const auto &secondWeights = *static_cast<const PackedWeights *>(secondRun.prepared.get());
  const BoundEpilogue epilogue(firstRun, first.epilogue);
  const BoundEpilogue secondEpilogue(secondRun, second.epilogue);
  return fusedConv2d(execution, samples, firstRun.data(first.input.operand),
                     {first.shape, firstRun.typeOf(first.input), weights, epilogue},
                     {second.shape, secondRun.typeOf(second.input), secondWeights, secondEpilogue});
}

} // namespace

Status check(const CallCheck &check, const FusedConv2dCall &call) {
  const CallScope &whole = check.wholeScope();
  const uint32_t between = whole.writes[0];
  const Stages stages(whole);
  QRT_RETURN_IF_ERROR(qrt::check(CallCheck(stages.first), call.first));
  QRT_RETURN_IF_ERROR(qrt::check(CallCheck(stages.second), call.second));
  // canFuse divides by sizes of the shapes, so both calls must have passed their own checks.
  if (between == whole.writes[1] || !readsOnce(call.second, between) ||
      !canFuse(call.first, call.second))
    return invalidArgument("two convolutions that are not computed row by row");
  return {};
}

bool isPerSample(const SampleParts &parts, const FusedConv2dCall &call) {
  const Stages stages(parts.wholeScope());
  return isPerSample(SampleParts(stages.first), call.first) &&
         isPerSample(SampleParts(stages.second), call.second);
}

bool hasOtherTerms(const FusedConv2dCall &call) {
  return hasOtherTerms(call.first) || hasOtherTerms(call.second);
}

Prepared prepare(const HostLoad &load, const FusedConv2dCall &call) {
  const Isa isa = load.execution.isa;
  return std::make_shared<const PreparedPair>(
      PreparedPair{prepare(load, call.first), prepare(load, call.second),
                   prepareProgram(isa, call.first.epilogue.program),
                   prepareProgram(isa, call.second.epilogue.program)});
}

void run(const HostRun &run, const FusedConv2dCall &call) {
  const auto &pair = *static_cast<const PreparedPair *>(run.prepared.get());
  const HostRun first = run.part(run.writes.first(1), pair.first, pair.firstProgram.get());
  const HostRun second = run.part(run.writes.subspan(1), pair.second, pair.secondProgram.get());
  if (runTogether(first, call.first, second, call.second))
    return;
  qrt::run(first, call.first);
  qrt::run(second, call.second);
}

} // namespace qrt
