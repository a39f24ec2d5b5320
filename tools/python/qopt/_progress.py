"""Shows how far a flow is."""

import importlib.util
import sys
import time


class _Line:
    """A line on standard error: the step that goes on, and how far it is."""

    def __init__(self):
        self.shown, self.width = 0.0, 0

    def begin(self, label, total):
        self.label, self.total, self.shown = label, total, 0.0
        self._write(f"{label} …")

    def go(self, done):
        now = time.monotonic()
        if now - self.shown < 0.1 and done != self.total:
            return
        self.shown = now
        if not self.total:
            return self._write(f"{self.label}: {done}")
        filled = 20 * done // self.total
        self._write(f"{self.label}: [{'#' * filled}{'.' * (20 - filled)}] {done}/{self.total}")

    def end(self):
        self._write("")
        sys.stderr.write("\r")

    def _write(self, text):
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)


class _Tqdm:
    """A bar of tqdm's for each step that counts something."""

    def begin(self, label, total):
        from tqdm.auto import tqdm

        self.bar = tqdm(total=total or None, desc=label, leave=False)

    def go(self, done):
        self.bar.update(done - self.bar.n)

    def end(self):
        self.bar.close()


class _Given:
    """A bar that somebody has: update() and total, as tqdm's. Its total grows by what each step counts."""

    def __init__(self, bar):
        self.bar, self.seen, self.before = bar, 0, 0

    def begin(self, label, total):
        self.seen = 0
        if total:
            self.before += total
            self.bar.total = self.before

    def go(self, done):
        self.bar.update(done - self.seen)
        self.seen = done

    def end(self):
        pass


class _Called:
    """A function that is told (done, total), None where nobody knows the total."""

    def __init__(self, function):
        self.function, self.total = function, None

    def begin(self, label, total):
        self.total = total or None

    def go(self, done):
        self.function(done, self.total)

    def end(self):
        pass


def _shown(progress):
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty()
    if progress is False or progress is True and sys.stderr is None:  # a program without a console has nowhere to show it
        return None
    if progress is True:
        return _Tqdm() if importlib.util.find_spec("tqdm") else _Line()
    if hasattr(progress, "update") and hasattr(progress, "total"):
        return _Given(progress)
    if not callable(progress):
        raise TypeError(f"progress: expected a function (done, total), a bar as tqdm's or a bool, not {type(progress).__name__}")
    return _Called(progress)


class _Steps:
    """Is told (state, label, done, total) of each step.

    Steps lie within steps: of those that are open, the innermost that goes on is shown.
    """

    def __init__(self, shown):
        self.shown, self.counted = shown, []  # labels of open steps that are shown

    def __call__(self, state, label, done, total):
        if state == "goes":
            if not self.counted or self.counted[-1] != label:
                if self.counted:
                    self.shown.end()
                self.counted.append(label)
                self.shown.begin(label, total)
            self.shown.go(done)
        elif state == "ends" and self.counted and self.counted[-1] == label:
            self.counted.pop()
            self.shown.end()

    def close(self):
        """Ends what is shown still: no step is told of any more, as after a hook raised."""
        if self.counted:
            self.counted.clear()
            self.shown.end()


def steps_shown(progress):
    """Returns an object that is called with (state, label, done, total) of each step and closed
    behind the last step; None where nothing is shown."""
    shown = _shown(progress)
    return None if shown is None else _Steps(shown)
