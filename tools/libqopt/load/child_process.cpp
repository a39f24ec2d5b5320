#include "tools/libqopt/load/child_process.h"

#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace qopt {

// ---- the child ----

/// Marks of what goes through the pipe: records of two bytes, written at once, so that never half
/// of one arrives.
static constexpr char phaseMark = 'p', finishedMark = 'f', memoryMark = 'm';

static void say(int pipe, char mark, char value) {
  char record[2] = {mark, value};
  while (write(pipe, record, sizeof record) < 0 && errno == EINTR) {
  }
}

void ChildAnswer::enter(char phase) { say(pipe, phaseMark, phase); }

static int childPipe = -1; // the child's own copy; handlers take no arguments

static void noteNoMemory() {
  say(childPipe, memoryMark, 0);
  _exit(1);
}

static uint64_t addressSpace() {
  unsigned long long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%llu", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return pages * uint64_t(sysconf(_SC_PAGESIZE));
}

static void limit(int resource, rlim_t most) {
  rlimit now;
  if (getrlimit(__rlimit_resource_t(resource), &now) != 0)
    return;
  now.rlim_cur = std::min(most, now.rlim_max);
  setrlimit(__rlimit_resource_t(resource), &now);
}

/// The first that the system ends should memory run out after all.
static void volunteer() {
  if (FILE *file = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", file);
    std::fclose(file);
  }
}

/// Nothing of the host's is left that a crash would wake: its handlers, a core
/// file, LLVM's stack dump.
static void settle(const ChildLimits &limits, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGXCPU, SIGPIPE, SIGTERM,
                     SIGINT, SIGHUP, SIGALRM})
    std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.seconds);
#if !defined(__SANITIZE_ADDRESS__) // its shadow alone is terabytes
  limit(RLIMIT_AS, addressSpace() + limits.bytes);
#endif
  volunteer();
  if (int nowhere = open("/dev/null", O_RDWR); nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  std::set_new_handler(noteNoMemory);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { noteNoMemory(); });
}

[[noreturn]] static void beChild(llvm::function_ref<int(ChildAnswer &)> work, int memory) {
  // Deeper in the stack than the caller will be, who does the same work after us.
  char margin[64 << 10];
  asm volatile("" : : "r"(margin) : "memory");
  llvm::raw_fd_ostream stream(memory, /*shouldClose=*/false);
  ChildAnswer answer(stream, childPipe);
  int code = work(answer);
  stream.flush();
  if (stream.has_error())
    noteNoMemory();
  say(childPipe, finishedMark, char(code));
  _exit(0);
}

// ---- the parent ----

namespace {
/// A child under way.
class Child {
public:
  Child(pid_t process, int pipe, std::chrono::milliseconds stall)
      : process(process), pipe(pipe), stall(stall) {}
  ~Child() { close(pipe); }
  /// False when it stalled.
  bool wait(ChildResult &result);

private:
  bool listen(ChildResult &result);
  bool hasExited();
  bool stalled();
  void judge(ChildResult &result);

  pid_t process;
  int pipe;
  std::chrono::milliseconds stall;
  bool finished = false, noMemory = false, reaped = false;
  int status = 0;
  std::chrono::nanoseconds used{-1};
  std::chrono::steady_clock::time_point usedAt;
};
} // namespace

/// Reads what is there; whether nothing more will come.
bool Child::listen(ChildResult &result) {
  char record[2];
  ssize_t count;
  while ((count = read(pipe, record, sizeof record)) == sizeof record) {
    if (record[0] == phaseMark)
      result.phase = record[1];
    else if (record[0] == memoryMark)
      noMemory = true;
    else {
      finished = true;
      result.code = static_cast<unsigned char>(record[1]);
    }
  }
  return finished || noMemory || count == 0;
}

/// The pipe's other end may live on in a child that another thread forked. A
/// host that waits for all its children, or for none, may have been faster.
bool Child::hasExited() {
  if (reaped)
    return true;
  pid_t found = waitpid(process, &status, WNOHANG);
  if (found < 0 && errno == ECHILD)
    status = 0;
  else if (found != process)
    return false;
  return reaped = true;
}

bool Child::stalled() {
  auto now = std::chrono::steady_clock::now();
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return false; // it has just ended
  std::chrono::nanoseconds cpu =
      std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  if (cpu != used) {
    used = cpu;
    usedAt = now;
  }
  return now - usedAt >= stall;
}

void Child::judge(ChildResult &result) {
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (finished)
    result.end = ChildResult::Finished;
  else if (noMemory || signal == SIGKILL) // the system's way when memory runs out
    result.end = ChildResult::OutOfMemory;
  else if (signal == SIGXCPU)
    result.end = ChildResult::OutOfTime;
  else {
    result.end = ChildResult::Crashed;
    result.code = signal;
  }
}

bool Child::wait(ChildResult &result) {
  while (true) {
    pollfd entry{pipe, POLLIN, 0};
    poll(&entry, 1, /*milliseconds=*/20);
    if (listen(result))
      break;
    if (hasExited()) {
      listen(result); // said between the two questions
      break;
    }
    if (stalled()) {
      kill(process, SIGKILL);
      while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
      }
      return false;
    }
  }
  while (!reaped && waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  judge(result);
  return true;
}

static void readAnswer(int memory, ChildResult &result) {
  auto answer = llvm::MemoryBuffer::getOpenFile(memory, "<child>", /*FileSize=*/-1,
                                                /*RequiresNullTerminator=*/false,
                                                /*IsVolatile=*/false, llvm::Align(64));
  if (answer)
    result.answer = std::move(*answer);
  else
    result = {ChildResult::NotStarted, answer.getError().value(), 0, nullptr};
}

/// False when the child stalled.
static bool forkAndWait(llvm::function_ref<int(ChildAnswer &)> work, const ChildLimits &limits,
                        int memory, ChildResult &result) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC | O_NONBLOCK) != 0) {
    result.code = errno;
    return true;
  }
  pid_t parent = getpid(), process = fork();
  if (process == 0) {
    childPipe = pipes[1];
    settle(limits, parent);
    beChild(work, memory);
  }
  result.code = process < 0 ? errno : 0;
  close(pipes[1]);
  Child child(process, pipes[0], limits.stall);
  return process < 0 || child.wait(result);
}

ChildResult runInChild(llvm::function_ref<int(ChildAnswer &)> work, const ChildLimits &limits) {
  for (int tries = 0; tries < 3; ++tries) {
    ChildResult result;
    int memory = memfd_create("qopt", MFD_CLOEXEC);
    if (memory < 0) {
      result.code = errno;
      return result;
    }
    bool ended = forkAndWait(work, limits, memory, result);
    if (result.end == ChildResult::Finished)
      readAnswer(memory, result);
    close(memory);
    if (ended)
      return result;
  }
  ChildResult result;
  result.end = ChildResult::OutOfTime;
  return result;
}

} // namespace qopt
