// ld for kernels of PoCL's in tests: it links no library and looks in no folder. The process that
// opens a kernel has libc and libm already, and to look for them takes more than half of the time
// of a link. The rest of the command line is the linker's.
#include <cstring>
#include <string_view>
#include <unistd.h>

/// -lm, -L/usr/lib, and what says how libraries are taken.
static bool namesLibraries(std::string_view argument) {
  return argument.starts_with("-l") || argument.starts_with("-L") || argument == "--as-needed" ||
         argument == "--no-as-needed";
}

int main(int argc, char **argv) {
  char **end = argv;
  for (int i = 0; i < argc; ++i)
    if (i == 0 || !namesLibraries(argv[i]))
      *end++ = argv[i];
  *end = nullptr;
  execv(QOPT_KERNEL_LINKER, argv);
  constexpr char why[] = "kernel_linker: " QOPT_KERNEL_LINKER " does not start\n";
  (void)!write(STDERR_FILENO, why, std::strlen(why));
  return 1;
}
