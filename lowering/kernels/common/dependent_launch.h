// Launches that begin while the one before ends.

// A kernel reads what the one before it writes behind dependencyWait; it may read weights ahead. A kernel that reads
// constants at its end asks for them there: the compiler loads what askFor() is given once, where the call stands, if
// that is ahead of dependencyLaunch; behind that, NVRTC 13.0 moves loads of constants behind the wait. PRODUCED stands
// in RESTRICT's place on pointers to what the kernel before writes: NVRTC loads a constant that nothing aliases by
// ld.global.nc, which PTX has for memory that nobody writes while the kernel lives.
#if defined(__CUDACC__) && defined(DEPENDENT_LAUNCH)
#define PRODUCED
DEVICE void dependencyWait(void) { asm volatile("griddepcontrol.wait;" ::: "memory"); }
DEVICE void dependencyLaunch(void) { asm volatile("griddepcontrol.launch_dependents;"); }
DEVICE void askFor(u32 word) { asm volatile("" ::"r"(word)); }
#else
#define PRODUCED RESTRICT
DEVICE void dependencyWait(void) {}
DEVICE void dependencyLaunch(void) {}
DEVICE void askFor(u32 word) { (void)word; }
#endif

// A kernel that copies weights lets the launch behind it begin with its copies. LAUNCHES_LATE: that one has nothing to
// do before its input is there; where each group has one of `tiles`, it begins when the groups' products are made, whose
// places are as good as free then. Coming early its few groups would take several places of the multiprocessors that
// have most, and none of others.
#ifdef LAUNCHES_LATE
#define LAUNCHES_WITH_COPIES(tiles) ((tiles) > GROUP_COUNT(0))
#else
#define LAUNCHES_WITH_COPIES(tiles) 1
#endif
DEVICE void launchBehind(int tiles) {
  if (!LAUNCHES_WITH_COPIES(tiles))
    dependencyLaunch();
}
