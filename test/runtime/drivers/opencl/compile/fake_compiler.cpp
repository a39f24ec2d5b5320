// A compiler for compiler_processes_test: "builds" a text to itself and this process's number.
// fake_compiler INDEX NAME VERSION; NAME says how it behaves, and a text how it fails.

#include "runtime/drivers/opencl/compile/compiler_messages.h"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

using namespace qrt::opencl;

int main(int, char **arguments) {
  const std::string behaviour = arguments[2];
  if (behaviour == "absent")
    return 1;
  if (behaviour == "unready") {
    sendMessage(compilerSocket, MessageKind::Failed);
    return 1;
  }
  if (write(STDOUT_FILENO, "noise\n", 6) < 0 || write(STDERR_FILENO, "noise\n", 6) < 0)
    return 1;
  sendMessage(compilerSocket, MessageKind::Ready);
  while (std::optional<Message> asked = receiveMessage(compilerSocket)) {
    std::string text(asked->bytes.begin(), asked->bytes.end());
    if (text == "die")
      return 1;
    if (text == "wrong") {
      sendMessage(compilerSocket, MessageKind::Failed);
      continue;
    }
    if (text.starts_with("/")) // a pipe: until its other end is opened and closed
      std::ifstream(text).get();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (text == "environment")
      for (char **variable = environ; *variable; ++variable)
        text += " " + std::string(*variable);
    text += " " + std::to_string(getpid());
    sendMessage(compilerSocket, MessageKind::Built,
                {reinterpret_cast<uint8_t *>(text.data()), text.size()});
  }
}
