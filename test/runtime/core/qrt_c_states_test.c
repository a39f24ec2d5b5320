/* States that a binding keeps: qrt_c_states_test sums.qart, of Inputs/sums.mlir. */
#include "runtime/core/qrt_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char *what, int line) {
  if (holds)
    return;
  fprintf(stderr, "qrt_c_states_test.c:%d: %s\n", line, what);
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

static void refused(qrt_status *status, const char *says, int line) {
  if (!strstr(qrt_status_message(status), says)) {
    fprintf(stderr, "qrt_c_states_test.c:%d: '%s', not '%s'\n", line, qrt_status_message(status),
            says);
    ++failures;
  }
  qrt_free_status(status);
}
#define REFUSED(status, says) refused(status, says, __LINE__)

static void require(qrt_status *status) {
  if (!status)
    return;
  fprintf(stderr, "%s\n", qrt_status_message(status));
  exit(1);
}

static void test_mistakes(const qrt_model *model) {
  float values[2] = {0};
  qrt_buffer given[2] = {{values, sizeof values}, {values, sizeof values}};
  qrt_buffer kept[2] = {{values, sizeof values}, {NULL, 0}};
  qrt_binding *binding = NULL;
  qrt_pending *run = NULL;
  uint32_t output = 9;
  EXPECT(!qrt_state_output(model, 0, &output) && !qrt_state_output(NULL, 1, &output));
  EXPECT(!qrt_state_output(model, 1, NULL) && output == 9);
  REFUSED(qrt_bind_with_states(model, 1, given, 2, kept, 2, &binding),
          "'sum' is a state, which the binding keeps: give a buffer of null and 0");
  REFUSED(qrt_bind_with_states(model, 1, kept, 2, given, 2, &binding), "'sum.next' is a state");
  REFUSED(qrt_bind_with_states(model, 1, kept, 1, kept, 2, &binding), "2 inputs, 1 were given");
  REFUSED(qrt_bind_with_states(model, 2, kept, 2, kept, 2, &binding), "batch 2");
  REFUSED(qrt_bind_with_states(model, 1, NULL, 2, kept, 2, &binding), "null");
  REFUSED(qrt_bind_with_states(NULL, 1, kept, 2, kept, 2, &binding), "null");
  REFUSED(qrt_reset_states(NULL), "null");
  EXPECT(!binding && !qrt_state(NULL, 1));
  require(qrt_bind_with_states(model, 1, kept, 2, kept, 2, &binding));
  REFUSED(qrt_submit(binding, &run), "the binding keeps states");
  EXPECT(!qrt_state(binding, 0) && !qrt_state(binding, 7));
  qrt_free_binding(binding);
}

int main(int argc, char **argv) {
  qrt_device *device = NULL;
  qrt_artifact *artifact = NULL;
  qrt_model *model = NULL;
  qrt_binding *binding = NULL;
  uint32_t output = 9;
  float x[2] = {1, 10}, y[2] = {0, 0}, *state;
  qrt_buffer inputs[2] = {{x, sizeof x}, {NULL, 0}}, outputs[2] = {{y, sizeof y}, {NULL, 0}};
  if (argc != 2)
    return fprintf(stderr, "qrt_c_states_test sums.qart\n"), 2;
  require(qrt_open_device("host:1", &device));
  require(qrt_open_artifact(argv[1], &artifact));
  require(qrt_load(device, artifact, 0, 0, &model));
  EXPECT(qrt_state_output(model, 1, &output) == 1 && output == 1);
  test_mistakes(model);

  require(qrt_bind_with_states(model, 1, inputs, 2, outputs, 2, &binding));
  qrt_free_model(model), qrt_free_artifact(artifact), qrt_free_device(device);
  for (int run = 1; run <= 3; ++run) {
    require(qrt_run(binding));
    EXPECT(y[0] == (float)run && y[1] == 10 * (float)run);
  }
  state = qrt_state(binding, 1);
  EXPECT(state[0] == 3 && state[1] == 30);
  state[0] = 100;
  require(qrt_run(binding));
  EXPECT(y[0] == 101 && y[1] == 40);
  require(qrt_reset_states(binding));
  state = qrt_state(binding, 1);
  EXPECT(state[0] == 0 && state[1] == 0);
  require(qrt_run(binding));
  EXPECT(y[0] == 1 && y[1] == 10);
  qrt_free_binding(binding);
  printf("%d failures\n", failures);
  return failures != 0;
}
