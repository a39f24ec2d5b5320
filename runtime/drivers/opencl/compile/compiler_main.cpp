// qrt-opencl-compiler INDEX NAME VERSION OPTIONS: builds programs for the process that started it,
// until that closes the connection (compiler_processes.h). Not called by hand.

#include "runtime/drivers/opencl/api/device_facts.h"
#include "runtime/drivers/opencl/compile/compiler_messages.h"
#include "runtime/drivers/opencl/compile/program_object.h"

#include <cstdio>
#include <cstdlib>
#include <sys/socket.h>
#include <unistd.h>

using namespace qrt::opencl;

static bool isConnected() {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(compilerSocket, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

static std::vector<uint8_t> build(const BuildTarget &target, const Message &asked) {
  if (asked.kind == MessageKind::Binary) {
    ProgramObject program = fromBinary(target, asked.bytes);
    return program ? binaryOf(*target.cl, program.get()) : std::vector<uint8_t>();
  }
  qrt::Expected<ProgramObject> program =
      fromSource(target, {reinterpret_cast<const char *>(asked.bytes.data()), asked.bytes.size()});
  return program ? binaryOf(*target.cl, program->get()) : std::vector<uint8_t>();
}

static void serve(const BuildTarget &target) {
  bool heard = sendMessage(compilerSocket, MessageKind::Ready);
  while (heard) {
    std::optional<Message> asked = receiveMessage(compilerSocket);
    if (!asked)
      return;
    std::vector<uint8_t> binary = build(target, *asked);
    heard = sendMessage(compilerSocket, binary.empty() ? MessageKind::Failed : MessageKind::Built,
                        binary);
  }
}

int main(int count, char **arguments) {
  if (count != 5 || !isConnected()) {
    std::fprintf(stderr, "qrt-opencl-compiler: libqrt starts this program where a driver builds "
                         "kernels one by one; it does nothing by hand\n");
    return 2;
  }
  qrt::Expected<const Api *> cl = api();
  if (!cl)
    return 1;
  std::vector<cl_device_id> devices = allDevices(**cl);
  const unsigned long index = std::strtoul(arguments[1], nullptr, 10);
  if (index >= devices.size() || deviceName(**cl, devices[index]) != arguments[2] ||
      deviceVersion(**cl, devices[index]) != arguments[3] ||
      arguments[4] != std::string(buildOptions))
    return 1;
  cl_int code = CL_SUCCESS;
  Context context(**cl,
                  (*cl)->clCreateContext(nullptr, 1, &devices[index], nullptr, nullptr, &code));
  if (code != CL_SUCCESS)
    return 1;
  serve({*cl, context.get(), devices[index], isPocl(**cl, devices[index])});
  _exit(0); // the process that asked waits: nothing is tidied that the system tidies
}
