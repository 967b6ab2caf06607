"""JSON by the parts of the library that are in C. Importing `json` takes as long as Python's own start, since it
brings regular expressions along, and these apps are started thousands of times."""
try:
    from _json import encode_basestring_ascii, make_encoder, make_scanner
except ImportError:
    make_encoder = None


class _Form:
    strict, object_hook, object_pairs_hook, memo = True, None, None, {}
    parse_float, parse_int = float, int
    parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": -float("inf")}.get


def _refuse(value):
    raise TypeError(f"{value!r} cannot be written as JSON")


def loads(text):
    if isinstance(text, bytes):
        text = text.decode()
    text = text.strip(" \t\r\n")
    try:
        value, end = _scan(text, 0)
    except StopIteration as stop:
        raise ValueError(f"no JSON at {stop.value}") from None
    except SystemError:  # The part in C looks for the error's class in a module that nobody has loaded.
        raise ValueError("no JSON") from None
    if end != len(text):
        raise ValueError(f"more than JSON at {end}")
    return value


def dumps(value, *, separators=(", ", ": "), sort_keys=False):
    item, key = separators
    encode = make_encoder(
        {}, _refuse, encode_basestring_ascii, None, key, item, sort_keys, False, True)
    return "".join(encode(value, 0))


if make_encoder is None:
    from json import dumps, loads  # Not every Python has these parts.
else:
    _scan = make_scanner(_Form)
