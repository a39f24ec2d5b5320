#include "runtime/drivers/opencl/compile/compiler_processes.h"

#include "runtime/drivers/opencl/compile/program_object.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace qrt::opencl {

// ---- one process ----

class CompilerProcess {
public:
  /// Returns null if the process cannot be started or does not find the device.
  static std::unique_ptr<CompilerProcess> start(const std::string &program,
                                                const DevicePlace &device);
  ~CompilerProcess();
  /// It then ends, as it does when this process is gone.
  void hangUp() { shutdown(socket, SHUT_RDWR); }
  std::optional<Message> ask(MessageKind kind, std::span<const uint8_t> bytes);

private:
  CompilerProcess(pid_t process, int socket) : process(process), socket(socket) {}

  /// Receives a message; a process that is silent for longer than `patience` is ended.
  std::optional<Message> receive(std::chrono::seconds patience);

  const pid_t process;
  const int socket;
};

/// Returns pointers to the texts and a final null, as exec requires.
static std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// The process inherits nothing else from the host: no files, no blocked or ignored signals.
static pid_t spawn(const std::string &program, const DevicePlace &device, int socket) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, compilerSocket);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (int output : {STDOUT_FILENO, STDERR_FILENO}) // compilers speak of warnings there
    posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, compilerSocket + 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  // The process has a group of its own, so that a terminal's signals reach only the host, which may
  // continue.
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

  const std::vector<std::string> arguments{program, std::to_string(device.index), device.name,
                                           device.version, buildOptions};
  pid_t process = -1;
  if (posix_spawn(&process, program.c_str(), &files, &attributes, pointersTo(arguments).data(),
                  pointersTo(device.environment).data()) != 0)
    process = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return process;
}

std::unique_ptr<CompilerProcess> CompilerProcess::start(const std::string &program,
                                                        const DevicePlace &device) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return nullptr;
  pid_t child = spawn(program, device, ends[1]);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return nullptr;
  }
  std::unique_ptr<CompilerProcess> made(new CompilerProcess(child, ends[0]));
  std::optional<Message> first = made->receive(std::chrono::minutes(1));
  return first && first->kind == MessageKind::Ready ? std::move(made) : nullptr;
}

std::optional<Message> CompilerProcess::receive(std::chrono::seconds patience) {
  const timeval time{patience.count(), 0};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  errno = 0;
  std::optional<Message> message = receiveMessage(socket);
  if (!message && errno == EAGAIN) // not where it has ended: its number may be another's
    kill(process, SIGKILL);
  return message;
}

std::optional<Message> CompilerProcess::ask(MessageKind kind, std::span<const uint8_t> bytes) {
  return sendMessage(socket, kind, bytes) ? receive(std::chrono::minutes(5)) : std::nullopt;
}

CompilerProcess::~CompilerProcess() {
  hangUp();
  close(socket);
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// ---- several ----

CompilerProcesses::CompilerProcesses(std::string program, DevicePlace device, unsigned most)
    : program(std::move(program)), device(std::move(device)), most(most) {}

/// Together: each gives memory of the device back, which takes a while.
CompilerProcesses::~CompilerProcesses() {
  for (const auto &process : idle)
    process->hangUp();
}

std::unique_ptr<CompilerProcess> CompilerProcesses::take() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return !idle.empty() || running < most || running == 0; });
  if (!idle.empty()) {
    std::unique_ptr<CompilerProcess> process = std::move(idle.back());
    idle.pop_back();
    return process;
  }
  if (running == most) // and none runs
    return nullptr;
  ++running;
  lock.unlock();
  std::unique_ptr<CompilerProcess> process = CompilerProcess::start(program, device);
  if (!process)
    lose();
  return process;
}

void CompilerProcesses::giveBack(std::unique_ptr<CompilerProcess> process) {
  std::lock_guard lock(mutex);
  idle.push_back(std::move(process));
  changed.notify_one();
}

/// A lost process is not restarted: the next one would probably fail, too.
void CompilerProcesses::lose() {
  std::lock_guard lock(mutex);
  --running;
  most = running;
  changed.notify_all();
}

std::optional<std::vector<uint8_t>> CompilerProcesses::build(MessageKind kind,
                                                             std::span<const uint8_t> bytes) {
  std::unique_ptr<CompilerProcess> process = take();
  if (!process)
    return std::nullopt;
  std::optional<Message> answer = process->ask(kind, bytes);
  if (!answer) {
    process.reset();
    lose();
    return std::nullopt;
  }
  giveBack(std::move(process));
  if (answer->kind != MessageKind::Built)
    return std::nullopt;
  return std::move(answer->bytes);
}

std::string CompilerProcesses::installedProgram() {
  Dl_info where;
  if (!dladdr(reinterpret_cast<const void *>(&spawn), &where) || !where.dli_fname)
    return "";
  // A path that was relative to the folder of then leads anywhere now.
  std::error_code code;
  const std::filesystem::path named = where.dli_fname;
  const std::filesystem::path library =
      named.is_absolute() ? std::filesystem::canonical(named, code) : "";
  const std::string path = library.parent_path() / "qopt/qrt-opencl-compiler";
  return !library.empty() && access(path.c_str(), X_OK) == 0 ? path : "";
}

} // namespace qrt::opencl
