"""Operations as methods of what builds them. ir/ops says which there are, with operands, attributes
and defaults: the extension module has the table, and _operations.pyi the types
(tools/python/op_definitions.py)."""

import ast
import difflib
import inspect
import keyword
import sys
from itertools import islice

from . import _native
from ._arguments import text_of
from ._errors import Error

Value = _native.Value

_PACKAGE = __name__.partition(".")[0]


class Operations:
    """A method for each operation of the dialect.

    Operands are values, arrays or numbers; attributes are keywords. `name` is the layer's, its own kind by default. `dtype` and
    `shape` are the result's, and are stated where they do not follow from the operands.
    """

    _graph = None

    def _place(self):
        """Returns where the caller's line is, or None for an operation that takes its place from
        the graph."""
        return None


# ---- what callers give ----

def place_of_caller():
    """(file, line, column) of the innermost frame outside of the package; column 0: not known."""
    frame = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == _PACKAGE:
        frame = frame.f_back
    if frame is None:
        return None
    file = frame.f_code.co_filename.encode("utf-8", "replace").decode()
    positions = getattr(frame.f_code, "co_positions", None)  # of Python 3.11
    here = next(islice(positions(), frame.f_lasti // 2, None), None) if positions and frame.f_lasti >= 0 else None
    return file, frame.f_lineno or 0, here[2] + 1 if here and here[2] is not None else 0


def dtype_text(dtype):
    """A dtype by the name that the extension module knows; None of None."""
    if dtype is None or isinstance(dtype, str):
        return dtype if dtype is None else text_of(dtype, "dtype")
    import numpy

    try:
        return numpy.dtype(dtype).name
    except Exception:  # whatever NumPy finds wrong with it
        raise TypeError(f"dtype: expected a dtype or the name of one, not {type(dtype).__name__}") from None


def is_array(value):
    return hasattr(value, "__array__") or hasattr(value, "__dlpack__")


def plain_array(value, dtype=None):
    """(an array of elements that NumPy itself has, the name of those that it stands for or None)."""
    import numpy

    if not isinstance(value, numpy.ndarray) and not hasattr(value, "__dlpack__"):
        value = numpy.asarray(value)
    if isinstance(value, numpy.generic):
        value = numpy.asarray(value)
    own = getattr(value, "dtype", None)
    if not isinstance(own, numpy.dtype) or own.isbuiltin != 2:
        return value, dtype
    name = own.name  # of ml_dtypes
    if name.startswith(("int", "uint")):
        return value.astype(numpy.int8 if name.startswith("int") else numpy.uint8), dtype or name
    return numpy.ascontiguousarray(value).view(f"u{own.itemsize}"), dtype or name


def refuse_lost(given, array, what):
    """Checks that no finite number becomes infinite in an array of narrower floats, and none but 0 becomes 0."""
    import numpy

    if array.dtype.kind != "f" or array.dtype.itemsize > 4:
        return
    wide = numpy.asarray(given, "float64")
    lost = wide[numpy.isfinite(wide) & (numpy.isinf(array) | ((array == 0) & (wide != 0)))]
    if lost.size:
        raise TypeError(f"{what}: {array.dtype} does not hold {float(lost.flat[0])!r}; give numbers that it holds, or infinity or 0 itself")


def number_array(value, beside, what):
    """A number as an array without dimensions, of the elements of the first value beside it that has such: a float's of a float, a
    truth's of truths."""
    import numpy

    dtypes = [one.dtype for one in beside]
    if isinstance(value, bool):
        fitting = [dtype for dtype in dtypes if dtype == "bool"]
    else:
        fitting = [dtype for dtype in dtypes if dtype != "bool" and (not isinstance(value, float) or "float" in dtype)]
    dtype = (fitting or dtypes or ["float32" if isinstance(value, float) else "int64"])[0]
    try:
        array = numpy.asarray(value, dtype)
        isSame = array == value or value != value
    except (TypeError, ValueError, OverflowError):
        isSame = False
        array = None
    isRounded = array is not None and array.dtype.kind == "f" and numpy.isfinite(array)
    if isinstance(value, bool) != (array is not None and array.dtype.kind == "b") or not (isSame or isRounded):
        raise TypeError(f"{what}: {value!r:.40} is no {dtype}; give an array, or a constant of its own dtype")
    return array


# ---- one operation ----

class _Definition:
    def __init__(self, name, summary, description, operands, attributes, is_single):
        self.name, self.is_single = name, is_single
        self.operands = operands
        self.attributes = {one: (kinds, default) for one, kinds, default in attributes}
        self.arrays = [one for one, kinds, _ in attributes if kinds == "ElementsAttr"]
        self.method = name + "_" if keyword.iskeyword(name) else name
        self.signature = self._signature()
        self.doc = f"{summary}.\n\n{description}"

    def _signature(self):
        positional, word, empty = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.empty)
        default = {"one": empty, "optional": None, "variadic": ()}
        words = [inspect.Parameter("self", positional)]
        words += [inspect.Parameter(one, positional, default=default[form]) for one, form in self.operands]
        words += [inspect.Parameter(one, positional) for one in self.arrays]
        words += [inspect.Parameter(one, word, default=ast.literal_eval(text) if text else empty)
                  for one, (_, text) in self.attributes.items() if one not in self.arrays]
        words += [inspect.Parameter(one, word, default=None) for one in ("name", "dtype", "shape")]
        return inspect.Signature(words)

    def bind(self, *places, **words):
        known = [one for one in self.signature.parameters if one != "self"]
        takes = f"it takes {', '.join(known)}"
        for one in words:
            if one not in known:
                near = difflib.get_close_matches(one, known, 1)
                hint = f"did you mean '{near[0]}'?" if near else takes
                raise TypeError(f"{self.name}: there is no operand or attribute '{one}'; {hint}")
        try:
            return self.signature.bind(*places, **words).arguments
        except TypeError as error:
            raise TypeError(f"{self.name}: {error}; {takes}") from None


class _Making:
    """The constants that a layer's arrays become, while the layer is being made."""

    def __init__(self, builder, definition, given):
        self.graph, self.definition, self.given = builder._graph, definition, given
        self.place = builder._place()
        self.constants = []
        self.beside = [value for one, _ in definition.operands for value in self._flat(given.get(one)) if isinstance(value, Value)]

    @staticmethod
    def _flat(value):
        return value if isinstance(value, (list, tuple)) else (value,)

    def group(self, name, form):
        """The values of one of the definition's operands."""
        value, what = self.given.get(name), f"{self.definition.name}: {name}"
        if value is None and form == "optional":
            return []
        if form != "variadic":
            return [self.value(value, name, what)]
        if not isinstance(value, (list, tuple)):
            value = () if value is None else (value,)
        return [self.value(one, name, what) for one in value]

    def value(self, value, name, what):
        if isinstance(value, Value):
            return value
        if isinstance(value, (bool, int, float)):
            value = number_array(value, self.beside, what)
        elif not is_array(value):
            raise TypeError(f"{what}: expected a value, an array or a number, not {type(value).__name__}")
        array, dtype = plain_array(value)
        if str(getattr(array, "dtype", "")) == "float64":
            raise TypeError(f"{what}: networks compute in float32, not in float64; write {name}.astype('float32')")
        key = self.graph.fresh_name(f"{self.layer}.{name}")
        self.constants += self.graph.create("constant", [], {"value": array}, (key, True), dtype, None, self.place)
        return self.constants[-1]

    def make(self):
        given, definition = self.given, self.definition
        name = given.get("name")
        self.layer = definition.name if name is None else text_of(name, "name")
        try:
            key = (self.graph.fresh_name(definition.name), True) if name is None else (name, False)
            self.layer = key[0].rpartition("/")[2] if name is None else name
            groups = [self.group(one, form) for one, form in definition.operands]
            attributes = {one: given[one] for one in definition.attributes if given.get(one) is not None}
            dtype = dtype_text(given.get("dtype"))
            for one in definition.arrays:
                attributes[one], dtype = self.elements(attributes.get(one), dtype, f"{definition.name}: {one}")
            return self.graph.create(definition.name, groups, attributes, key, dtype, given.get("shape"), self.place)
        except BaseException:
            self.abandon()
            raise

    @staticmethod
    def elements(value, dtype, what):
        """A constant's own array."""
        import numpy

        if isinstance(value, (bool, int, float, list, tuple)) and dtype is not None and not dtype.startswith("!"):
            given = value
            try:
                with numpy.errstate(over="ignore"):
                    value = numpy.asarray(given, dtype)
            except (TypeError, ValueError, OverflowError) as error:
                raise TypeError(f"{what}: no array of {dtype}: {error}") from None
            refuse_lost(given, value, what)
        if not is_array(value):
            raise TypeError(f"{what}: expected an array, or numbers with a dtype, not {type(value).__name__}")
        return plain_array(value, dtype)

    def abandon(self):
        try:
            self.graph.abandon(self.constants)
        except Error:  # the graph itself is over: nothing is left to tidy
            pass


DEFINITIONS = {row[0]: _Definition(*row) for row in _native.op_definitions()}


def _method(definition):
    def build(self, *places, **words):
        values = _Making(self, definition, definition.bind(self, *places, **words)).make()
        return values[0] if definition.is_single else tuple(values)

    build.__name__ = definition.method
    build.__qualname__ = f"Operations.{definition.method}"
    build.__doc__ = definition.doc
    build.__signature__ = definition.signature
    return build


for _one in DEFINITIONS.values():
    setattr(Operations, _one.method, _method(_one))
