// Launches that begin while the one before ends.

// What a kernel reads of the one before stands behind dependencyWait; weights may stand ahead.
#if defined(__CUDACC__) && defined(DEPENDENT_LAUNCH)
DEVICE void dependencyWait(void) { asm volatile("griddepcontrol.wait;" ::: "memory"); }
DEVICE void dependencyLaunch(void) { asm volatile("griddepcontrol.launch_dependents;"); }
#else
DEVICE void dependencyWait(void) {}
DEVICE void dependencyLaunch(void) {}
#endif
