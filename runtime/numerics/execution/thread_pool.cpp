#include "runtime/numerics/execution/core_placement.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/execution/float_environment.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace qrt {

namespace {

void pauseCpu() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// The pause between two looks of a waiting thread. Now and then it offers its core to other
/// threads, such as another model's, so that no wait keeps others from their work; if there are
/// none, this costs half a microsecond in four.
class Waiting {
public:
  void next() {
    if (++looks % looksAnOffer == 0)
      std::this_thread::yield();
    else
      pauseCpu();
  }
  int64_t count() const { return looks; }

private:
  static constexpr int64_t looksAnOffer = 128;
  int64_t looks = 0;
};

/// Locks a mutex that is held for nanoseconds only. It spins first: a thread that sleeps would be
/// woken on the core of the thread that unlocks, while another core is idle.
std::unique_lock<std::mutex> lockSoon(std::mutex &mutex) {
  constexpr int64_t mostLooks = 1000;
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  for (Waiting waiting; !lock && waiting.count() < mostLooks; waiting.next())
    lock.try_lock();
  if (!lock)
    lock.lock();
  return lock;
}

} // namespace

/// One parallelFor, on its caller's stack; `visitors` keeps it alive. Each thread begins with its
/// own share (beyond mostShares threads, with a shared one): a network's loops divide their rows
/// alike, so the data that a thread wrote are in its core's cache.
struct Job {
  /// A range of chunks. Each share has a cache line to itself: threads meet only once one is done.
  struct alignas(64) Share {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
  };
  static constexpr int64_t mostShares = 16; // whoever looks for work looks at all of them

  Job(const std::function<void(int64_t, int64_t)> &body, int64_t count, int64_t chunks,
      int64_t threads)
      : body(body), count(count), chunks(chunks), threads(threads) {
    shareCount = std::min({mostShares, threads, chunks});
    for (int64_t s = 0; s < shareCount; ++s) {
      shares[s].next = chunks * s / shareCount;
      shares[s].end = chunks * (s + 1) / shareCount;
    }
  }

  bool hasWork() const {
    return std::any_of(shares, shares + shareCount, [](const Share &share) {
      return share.next.load(std::memory_order_relaxed) < share.end;
    });
  }
  void work(int64_t thread) noexcept {
    try {
      workOn(thread);
    } catch (...) { // no memory for scratch: one thread's end must not be the process's
      for (int64_t s = 0; s < shareCount; ++s)
        shares[s].next.store(shares[s].end, std::memory_order_relaxed);
      if (!failed.exchange(true))
        error = std::current_exception();
    }
  }

  const int callersCore = CorePlacement::currentCore();
  std::atomic<int> visitors{0};
  std::exception_ptr error; // of the first failure; read when nobody visits

private:
  /// Works on the thread's own share, then on chunks left in others.
  void workOn(int64_t thread) {
    const int64_t own = thread * shareCount / threads;
    for (int64_t s = 0; s < shareCount; ++s) {
      Share &share = shares[(own + s) % shareCount];
      for (int64_t i; (i = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;)
        body(count * i / chunks, count * (i + 1) / chunks);
    }
  }

  const std::function<void(int64_t, int64_t)> &body;
  int64_t count, chunks, threads, shareCount;
  Share shares[mostShares];
  std::atomic<bool> failed{false};
};

struct ThreadPool::Impl {
  // A network's loops follow each other within microseconds, and waking a sleeping thread costs
  // tens of them: idle threads look around for about 50.
  static constexpr int64_t mostLooks = 1500;
  // A caller waits for others' last chunks, which mostly end within microseconds; about a
  // millisecond later it sleeps, for an hour's chunk may be left.
  static constexpr int64_t mostLooksOfCaller = 30000;

  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable left;         // a job, by its last visitor
  std::atomic<int> sleepingCallers = 0; // visitors that leave look at it, and never at their job
  std::vector<Job *> jobs;
  std::atomic<uint64_t> epoch{0}; // counts submitted jobs
  std::atomic<bool> stopping{false};
  int sleeping = 0;
  CorePlacement placement;
  std::vector<std::thread> workers;

  explicit Impl(unsigned threads) : placement(threads) {}

  Job *takeLocked() {
    for (Job *job : jobs)
      if (job->hasWork()) {
        job->visitors.fetch_add(1, std::memory_order_relaxed);
        return job;
      }
    return nullptr;
  }

  void workerMain(unsigned thread) {
    DefaultFloatEnvironment environment;
    for (;;) {
      uint64_t seen = epoch.load(std::memory_order_acquire);
      Job *job;
      bool isOnly;
      {
        std::unique_lock<std::mutex> lock = lockSoon(mutex);
        job = takeLocked();
        isOnly = jobs.size() == 1;
      }
      if (job) {
        placement.settle(thread, job->callersCore);
        job->work(thread);
        leave(*job);
        if (!isOnly)
          continue;
      }
      wait(seen, thread);
      if (stopping)
        return;
    }
  }

  /// The job may be gone behind it. Either the visitor sees that a caller sleeps, or the caller
  /// that the visitor has left: both write, then read, in one order of all.
  void leave(Job &job) {
    job.visitors.fetch_sub(1, std::memory_order_seq_cst);
    if (sleepingCallers.load(std::memory_order_seq_cst) == 0)
      return;
    const std::lock_guard<std::mutex> lock(mutex);
    left.notify_all();
  }

  /// Waits until the epoch has moved on from `seen`, so that there may be new work.
  void wait(uint64_t seen, unsigned thread) {
    auto isOver = [&] { return stopping || epoch.load(std::memory_order_acquire) != seen; };
    for (Waiting waiting; waiting.count() < mostLooks; waiting.next())
      if (isOver())
        return;
    placement.leave(thread);
    std::unique_lock<std::mutex> lock(mutex);
    ++sleeping;
    wake.wait(lock, isOver);
    --sleeping;
  }

  void submit(Job &job) {
    std::unique_lock<std::mutex> lock = lockSoon(mutex);
    jobs.push_back(&job);
    epoch.fetch_add(1, std::memory_order_release);
    if (sleeping)
      wake.notify_all();
  }

  void retire(Job &job) {
    {
      std::unique_lock<std::mutex> lock = lockSoon(mutex);
      jobs.erase(std::find(jobs.begin(), jobs.end(), &job));
    }
    auto isOver = [&] { return job.visitors.load(std::memory_order_seq_cst) == 0; };
    for (Waiting waiting; waiting.count() < mostLooksOfCaller; waiting.next())
      if (isOver())
        return;
    std::unique_lock<std::mutex> lock(mutex);
    sleepingCallers.fetch_add(1, std::memory_order_seq_cst);
    left.wait(lock, isOver);
    sleepingCallers.fetch_sub(1, std::memory_order_seq_cst);
  }
};

ThreadPool::ThreadPool(unsigned threads) {
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  impl = std::make_unique<Impl>(threads);
  impl->workers.reserve(threads - 1);
  try {
    for (unsigned i = 1; i < threads; ++i)
      impl->workers.emplace_back([this, i] { impl->workerMain(i); });
  } catch (const std::system_error &) {
  }
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(impl->mutex);
    impl->stopping = true;
    impl->epoch.fetch_add(1, std::memory_order_release);
  }
  impl->wake.notify_all();
  for (std::thread &worker : impl->workers)
    worker.join();
}

unsigned ThreadPool::threads() const { return unsigned(impl->workers.size()) + 1; }

void ThreadPool::parallelFor(int64_t count, int64_t grain,
                             const std::function<void(int64_t, int64_t)> &body) {
  if (count <= 0)
    return;
  grain = std::max<int64_t>(grain, 1);
  if (impl->workers.empty() || count <= grain)
    return body(0, count);
  // About four chunks per thread, the same number for each, to level out cores of unequal speed.
  int64_t chunks = std::min(count / grain, int64_t(threads()) * 4);
  if (chunks > threads())
    chunks -= chunks % threads();
  Job job(body, count, chunks, threads());
  impl->submit(job);
  job.work(0);
  impl->retire(job);
  if (job.error)
    std::rethrow_exception(job.error);
}

} // namespace qrt
