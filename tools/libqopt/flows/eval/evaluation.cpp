#include "tools/libqopt/flows/eval/evaluation.h"

#include "ir/values/near_names.h"
#include "tools/libqopt/flows/eval/chosen_kinds.h"
#include "tools/libqopt/flows/eval/predicted_classes.h"
#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cmath>

using namespace qrt;

namespace qopt::run {

Expected<size_t> Contender::outputIndex(const std::string &output) const {
  const std::vector<Port> &ports = model->outputs();
  for (size_t i = 0; i < ports.size(); ++i)
    if (output.empty() || ports[i].name == output) {
      if (ports[i].length)
        return invalidArgument(path + ": the data decide how long output '" + ports[i].name +
                               "' is, so that it is no row of scores for each sample; name "
                               "another with --output-name");
      return i;
    }
  std::vector<std::string> names = namesOf(ports);
  return invalidArgument(path + ": has no output '" + output +
                         "'; it has: " + llvm::join(names, ", ") + didYouMean(output, names));
}

void KeptValues::add(const Piece &piece) {
  taken += piece.tensor.bytes();
  if (areAll())
    kept.push_back(piece);
  else
    kept.clear();
}

double Contender::medianSeconds() const {
  return secondsPerSample.empty() ? std::nan("") : percentile(secondsPerSample, 0.5);
}

/// The classes of all steps of a batch's own samples.
static Status takeSteps(const Contender &contender, Answers &answers, const Tensor &scores,
                        const Feeder::Batch &batch) {
  auto best = predictedSteps(contender, answers.output, scores, batch.rows);
  if (!best)
    return best.status();
  const size_t own = best->size() / size_t(batch.rows) * size_t(batch.raw.count);
  answers.classes = scores.shape().back();
  llvm::append_range(answers.predictions, llvm::ArrayRef(*best).take_front(own));
  return {};
}

/// Adds the answers of one output to the samples of a batch.
static Status take(const Contender &contender, Answers &answers, const Tensor &scores,
                   const Feeder::Batch &batch, Classes classes) {
  const int64_t rows = batch.rows;
  const bool areIndices = holdsIndices(contender.model->outputs()[answers.output], scores, rows);
  if (areIndices)
    answers.indices += pieceOf(contender, answers.output, scores, batch).values;
  if (areIndices && classes != Classes::Required)
    return {};
  if (answers.areSteps && classes != Classes::Required) // labels are a sample's
    return takeSteps(contender, answers, scores, batch);
  if (answers.kind != OutputKind::Classes)
    return {};
  auto best = predictedClasses(contender, answers.output, scores, rows);
  if (!best)
    return classes != Classes::IfAny ? best.status() : Status();
  answers.classes = scores.size() > rows ? scores.size() / rows : 0;
  llvm::append_range(answers.predictions,
                     llvm::ArrayRef(*best).take_front(size_t(batch.raw.count)));
  if (scores.size() / rows > 5)
    llvm::append_range(answers.leading,
                       llvm::ArrayRef(leadingRows(scores, 5)).take_front(size_t(batch.raw.count)));
  return {};
}

/// Hands the values of output i to whoever compares them.
static void handOn(std::vector<Contender> &contenders, Contender &of, size_t i,
                   const Piece &piece) {
  if (of.outputs[i].beside)
    of.outputs[i].beside->addOther(piece);
  if (&of != &contenders.front())
    return;
  of.outputs[i].kept.add(piece);
  for (Contender &other : llvm::drop_begin(contenders))
    if (other.outputs[i].beside)
      other.outputs[i].beside->addReference(piece);
}

static Status predictBatch(std::vector<Contender> &contenders, Contender &contender,
                           const Feeder &feeder, const Feeder::Batch &batch,
                           const EvaluationOptions &options, Classes classes) {
  auto start = std::chrono::steady_clock::now();
  auto results = contender.model->run(batch.inputs);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!results)
    return results.status();
  if (contender.samples > 0)
    contender.secondsPerSample.push_back(took.count() / double(batch.rows));
  contender.samples += batch.raw.count;
  for (auto [i, answers] : llvm::enumerate(contender.outputs)) {
    const bool isStated = answers.kind == OutputKind::Classes && options.judge;
    const Classes need = i == contender.labelled ? classes
                         : isStated              ? Classes::OrIndices
                                                 : Classes::IfAny;
    const Tensor &result = (*results)[answers.output];
    if (Status status = checkScores(contender, answers.output, result, batch, feeder.places(batch));
        !status.ok())
      return status;
    if (Status status = take(contender, answers, result, batch, need); !status.ok())
      return status;
    handOn(contenders, contender, i, pieceOf(contender, answers.output, result, batch));
  }
  return {};
}

/// Returns how many classes an output tells apart, as far as its type says it; else 0.
static int64_t classesOf(const Port &port) {
  if (port.shape.size() < 2)
    return 0;
  int64_t classes = 1;
  for (nn::Dim dim : llvm::drop_begin(port.shape)) {
    if (!dim.isStatic())
      return 0;
    classes *= dim.value();
  }
  return classes > 1 ? classes : 0;
}

Expected<std::vector<int64_t>> predict(std::vector<Contender> &contenders,
                                       const EvaluationOptions &options, Classes classes) {
  std::vector<Feeder> feeders; // each model has its own preprocessing
  for (Contender &contender : contenders) {
    auto feeder = Feeder::open(options, contender);
    if (!feeder)
      return feeder.status();
    feeders.push_back(std::move(*feeder));
    for (Answers &answers : contender.outputs)
      answers.classes = classesOf(contender.model->outputs()[answers.output]);
  }
  auto labels = selectedLabels(feeders[0].samples(), options);
  if (!labels)
    return labels;
  for (const Contender &contender : contenders)
    if (classes != Classes::IfAny)
      if (Status status = checkLabels(*labels, contender, options); !status.ok())
        return status;
  int64_t total = feeders[0].samples().total();
  if (total == 0)
    return invalidArgument(options.data + ": does not tell how many samples it has, which judging "
                                          "needs to know: give samples with a count");
  if (Status status = chooseKinds(contenders, options, *labels, classes, total); !status.ok())
    return status;
  StepScope step(*contenders.front().reports, "eval", total);
  for (int64_t done = 0; done < total;) {
    done = std::min(total, done + options.batch);
    // Models of fixed batch come in strides of their own.
    for (auto [contender, feeder] : llvm::zip_equal(contenders, feeders))
      while (contender.samples < done) {
        auto batch = feeder.next();
        if (!batch)
          return batch.status();
        if (!*batch)
          return invalidArgument(options.data + ": " + contender.path + " is fed " +
                                 std::to_string(contender.samples) + " samples, " +
                                 contenders[0].path + " " + std::to_string(total));
        if (Status status = predictBatch(contenders, contender, feeder, **batch, options, classes);
            !status.ok())
          return status;
      }
    step.update(done);
  }
  return labels;
}

std::string percent(int64_t part, int64_t whole) {
  return io::fixed(100.0 * double(part) / double(whole), 2) + " %";
}

} // namespace qopt::run
