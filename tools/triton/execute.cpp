#include "tools/triton/execute.h"

#include "tools/triton/run.h"

#include <chrono>

namespace qopt::triton {

static uint64_t now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

/// Calls work(); what it throws becomes the job's answer.
template <typename Work> static void answering(Job &job, const Work &work) {
  catching(work, [&](const Failure &failure) { job.failure = failure; });
}

static void dropped(TRITONSERVER_Error *error) {
  catching([&] { must(error); },
           [](const Failure &failure) { log(TRITONSERVER_LOG_ERROR, failure.message); });
}

namespace {
/// It has the jobs of a run, and says when it ran.
struct Run {
  std::vector<Job *> jobs;
  int64_t batch = 0;
  uint64_t begin = 0, end = 0;

  bool takes(const Job &job, int64_t maxBatch) const {
    return jobs[0]->program == job.program && !jobs[0]->isOnCard() && !job.isOnCard() &&
           batch + job.batch <= maxBatch;
  }
  void add(Job &job) {
    jobs.push_back(&job);
    batch += job.batch;
  }
  /// Counts as the server does: without a max_batch_size requests have whole shapes, and each is
  /// one.
  int64_t servedBatch(int64_t maxBatch) const { return maxBatch > 0 ? batch : 1; }
};
} // namespace

/// Makes runs in the order of the requests; one joins the latest run of its program that has room.
static std::vector<Run> runsOf(std::span<Job> jobs, int64_t maxBatch) {
  std::vector<Run> runs;
  for (Job &job : jobs) {
    if (job.failure)
      continue;
    Run *open = nullptr;
    for (Run &run : runs)
      if (run.takes(job, maxBatch))
        open = &run;
    (open ? *open : runs.emplace_back()).add(job);
  }
  return runs;
}

static void runOne(Job &job, InstanceState &state) {
  Job *const jobs[] = {&job};
  if (job.isOnCard())
    runOnCard(job, state);
  else
    runJoined(jobs, state);
}

/// Runs several jobs as one. Where that fails, each of them is run alone: only the one at fault
/// fails.
static void run(Run &run, InstanceState &state) {
  run.begin = now();
  bool isDone = false;
  if (run.jobs.size() > 1)
    catching(
        [&] {
          runJoined(run.jobs, state);
          isDone = true;
        },
        [](const Failure &) {});
  for (Job *job : run.jobs)
    if (!isDone)
      answering(*job, [&] { runOne(*job, state); });
  run.end = now();
}

static void send(Job &job) {
  if (!job.response)
    return;
  TRITONSERVER_Error *error = job.failure ? errorOf(*job.failure) : nullptr;
  dropped(TRITONBACKEND_ResponseSend(job.response, TRITONSERVER_RESPONSE_COMPLETE_FINAL, error));
  if (error)
    TRITONSERVER_ErrorDelete(error);
}

static void report(TRITONBACKEND_ModelInstance *instance, const InstanceState &state,
                   std::span<Job> jobs, std::span<const Run> runs, uint64_t begin, uint64_t end) {
  const auto tell = [&](Job &job, uint64_t from, uint64_t to) {
    dropped(TRITONBACKEND_ModelInstanceReportStatistics(instance, job.request, !job.failure, begin,
                                                        from, to, end));
  };
  for (Job &job : jobs)
    if (!job.program || job.failure)
      tell(job, begin, end);
  for (const Run &run : runs) {
    for (Job *job : run.jobs)
      if (!job->failure)
        tell(*job, run.begin, run.end);
    dropped(TRITONBACKEND_ModelInstanceReportBatchStatistics(
        instance, uint64_t(run.servedBatch(state.model.settings.maxBatch)), begin, run.begin,
        run.end, end));
  }
}

void execute(TRITONBACKEND_ModelInstance *instance, InstanceState &state, std::span<Job> jobs) {
  const uint64_t begin = now();
  for (Job &job : jobs)
    answering(job, [&] {
      must(TRITONBACKEND_ResponseNew(&job.response, job.request));
      prepare(job, state);
    });
  std::vector<Run> runs;
  catching([&] { runs = runsOf(jobs, state.model.settings.maxBatch); },
           [&](const Failure &failure) {
             for (Job &job : jobs)
               job.failure = failure;
           });
  for (Run &one : runs)
    run(one, state);
  for (Job &job : jobs)
    send(job);
  report(instance, state, jobs, runs, begin, now());
  for (Job &job : jobs)
    dropped(TRITONBACKEND_RequestRelease(job.request, TRITONSERVER_REQUEST_RELEASE_ALL));
}

} // namespace qopt::triton
