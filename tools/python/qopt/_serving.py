"""Runs the requests of a replica of qopt.ray.deployment."""

from ._errors import ArgumentError


class Program:
    """Requests that fit beside each other in one run, others by themselves."""

    def __init__(self, path, device, float_order, raw):
        from . import runtime

        self.compiled = runtime.load(path, device, float_order=float_order)
        self.raw = raw
        self.names = [port.name for port in self.compiled.inputs]
        self.opens = self.is_by_rows(self.compiled.inputs + self.compiled.outputs)

    @staticmethod
    def is_by_rows(ports):
        """Tells whether each input and output has a row for each sample: all have the same symbol first, alone, so that rows of
        "2*N" or of a size of their own are never cut by another's count."""
        firsts = {port.shape[0] if port.shape else 1 for port in ports}
        return len(firsts) == 1 and str(next(iter(firsts))).isidentifier()

    def arrays(self, request):
        """One array per input, as the network takes them."""
        import numpy

        if not isinstance(request, dict):
            request = {self.names[0]: request}
        if set(request) != set(self.names):
            raise ArgumentError(f"the request has {', '.join(map(str, request)) or 'nothing'}; give {', '.join(self.names)}")
        ports = {port.name: port for port in self.compiled.inputs}
        made = {name: value if hasattr(value, "__array__") else numpy.asarray(value, "float32" if self.raw else ports[name].dtype)
                for name, value in request.items()}
        if not self.raw:
            return [made[name] for name in self.names]
        ready = self.compiled.prepare(**made)
        return list(ready) if isinstance(ready, tuple) else [ready]

    @staticmethod
    def is_aligned(arrays):
        """Tells whether all arrays have one number of rows. If not, rows of one request would be
        joined with those of another."""
        return all(array.ndim for array in arrays) and len({len(array) for array in arrays}) == 1

    def run(self, requests):
        """An answer, or the exception, for each."""
        answers, groups = [None] * len(requests), {}
        for i, request in enumerate(requests):
            try:
                arrays = self.arrays(request)
                key = tuple((array.dtype, array.shape[1:]) for array in arrays) if self.opens and self.is_aligned(arrays) else i
                groups.setdefault(key, []).append((i, arrays))
            except Exception as error:  # the request's own
                answers[i] = error
        for group in groups.values():
            self.run_group(group, answers)
        return answers

    def run_group(self, group, answers):
        import numpy

        joined = [numpy.concatenate(parts) if len(parts) > 1 else parts[0] for parts in zip(*(arrays for _, arrays in group))]
        rows = [len(arrays[0]) if arrays[0].ndim else 1 for _, arrays in group]
        try:
            found = self.compiled(*joined)
        except Exception as error:
            if len(group) == 1:
                answers[group[0][0]] = error
                return
            for one in group:  # whose fault it is
                self.run_group([one], answers)
            return
        found = found if isinstance(found, tuple) else (found,)
        if len(group) == 1:
            answers[group[0][0]] = found if len(found) > 1 else found[0]
            return
        begin = 0
        for (i, _), count in zip(group, rows):
            parts = tuple(output[begin:begin + count] for output in found)
            answers[i] = parts if len(parts) > 1 else parts[0]
            begin += count
