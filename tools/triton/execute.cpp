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

/// Calls work(), which tells the server something: an error of that is logged, and where memory has
/// run out for that, too, it is lost. Nothing that is thrown reaches the server.
template <typename Work> static void regardless(const Work &work) noexcept {
  try {
    catching(work, [](const Failure &failure) { log(TRITONSERVER_LOG_ERROR, failure.message); });
  } catch (...) {
    return;
  }
}

namespace {
/// It says when a program ran, and for which batch.
struct Execution {
  uint64_t begin = 0, end = 0;
  int64_t batch = 0;
};

/// It has the jobs of a run, and what was executed for them: all at once, or, where that failed,
/// each of them behind it.
struct Run {
  std::vector<Job *> jobs;
  int64_t batch = 0;
  std::vector<Execution> executions = {};

  bool takes(const Job &job, int64_t maxBatch) const {
    return jobs[0]->program == job.program && !jobs[0]->isOnCard() && !job.isOnCard() &&
           batch + job.batch <= maxBatch;
  }
  void add(Job &job) {
    jobs.push_back(&job);
    batch += job.batch;
  }
  /// Calls work(), and counts it.
  template <typename Work> void execute(int64_t size, const Work &work) {
    executions.push_back({now(), 0, size});
    work();
    executions.back().end = now();
  }
  /// The execution that made the answer of a job.
  const Execution &of(size_t job) const {
    return executions[executions.size() > jobs.size() ? job + 1 : 0];
  }
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
  bool isDone = false;
  const auto joined = [&] {
    runJoined(run.jobs, state);
    isDone = true;
  };
  if (run.jobs.size() > 1)
    run.execute(run.batch, [&] { catching(joined, [](const Failure &) {}); });
  for (Job *job : run.jobs)
    if (!isDone)
      run.execute(job->batch, [&] { answering(*job, [&] { runOne(*job, state); }); });
}

static void send(Job &job) {
  if (!job.response)
    return;
  TRITONSERVER_Error *error = job.failure ? errorOf(*job.failure) : nullptr;
  regardless([&] {
    must(TRITONBACKEND_ResponseSend(job.response, TRITONSERVER_RESPONSE_COMPLETE_FINAL, error));
  });
  if (error)
    TRITONSERVER_ErrorDelete(error);
}

/// The server counts the batch of an execution: without a max_batch_size requests have whole
/// shapes, and each is one.
static void report(TRITONBACKEND_ModelInstance *instance, const InstanceState &state,
                   std::span<Job> jobs, std::span<const Run> runs, uint64_t begin, uint64_t end) {
  const auto tell = [&](Job &job, uint64_t from, uint64_t to) {
    regardless([&] {
      must(TRITONBACKEND_ModelInstanceReportStatistics(instance, job.request, !job.failure, begin,
                                                       from, to, end));
    });
  };
  for (Job &job : jobs)
    if (!job.program || job.failure)
      tell(job, begin, end);
  for (const Run &run : runs) {
    for (size_t i = 0; i < run.jobs.size(); ++i)
      if (!run.jobs[i]->failure)
        tell(*run.jobs[i], run.of(i).begin, run.of(i).end);
    for (const Execution &one : run.executions)
      regardless([&] {
        must(TRITONBACKEND_ModelInstanceReportBatchStatistics(
            instance, uint64_t(state.model.settings.maxBatch > 0 ? one.batch : 1), begin, one.begin,
            one.end, end));
      });
  }
}

/// Gives each job its answer, which is a failure where memory runs out for that.
static void serve(InstanceState &state, std::span<Job> jobs, std::vector<Run> &runs) {
  const auto all = [&] {
    for (Job &job : jobs)
      answering(job, [&] {
        must(TRITONBACKEND_ResponseNew(&job.response, job.request));
        prepare(job, state);
      });
    runs = runsOf(jobs, state.model.settings.maxBatch);
    for (Run &one : runs)
      run(one, state);
  };
  try {
    all();
  } catch (...) {
    runs.clear();
    for (Job &job : jobs)
      if (!job.failure)
        job.failure = Failure{TRITONSERVER_ERROR_INTERNAL, "qopt: no memory"};
  }
}

void execute(TRITONBACKEND_ModelInstance *instance, InstanceState &state,
             std::span<Job> jobs) noexcept {
  const uint64_t begin = now();
  std::vector<Run> runs;
  serve(state, jobs, runs);
  for (Job &job : jobs)
    regardless([&] { send(job); });
  report(instance, state, jobs, runs, begin, now());
  for (Job &job : jobs)
    regardless(
        [&] { must(TRITONBACKEND_RequestRelease(job.request, TRITONSERVER_REQUEST_RELEASE_ALL)); });
}

} // namespace qopt::triton
