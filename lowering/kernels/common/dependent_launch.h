// Launches that begin while the one before ends.

// What a kernel reads of the one before stands behind dependencyWait; weights may stand ahead.
// PRODUCED, in RESTRICT's place, is on pointers to it: of a constant that nothing aliases NVRTC
// makes ld.global.nc, which PTX has for memory that nobody writes while the kernel lives.
#if defined(__CUDACC__) && defined(DEPENDENT_LAUNCH)
#define PRODUCED
DEVICE void dependencyWait(void) { asm volatile("griddepcontrol.wait;" ::: "memory"); }
DEVICE void dependencyLaunch(void) { asm volatile("griddepcontrol.launch_dependents;"); }
#else
#define PRODUCED RESTRICT
DEVICE void dependencyWait(void) {}
DEVICE void dependencyLaunch(void) {}
#endif
