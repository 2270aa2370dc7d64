"""What a function returned or raised in another process, sent as bytes and taken up here."""

import ctypes
import gc
import pickle
from collections.abc import Callable
from traceback import format_exc
from typing import Any

import cloudpickle

from ddcore.errors import InputError

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Options of glibc's `mallopt`: how much free memory is kept, and from which size on an array has pages of its own."""


def _keep_freed_memory() -> None:
    """What this worker frees stays with it for its next arrays: fresh pages took longer than the sums in them.

    The process that stands ready gives arrays of a megabyte pages of their own, which suits one that lives long.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", lambda *_: 0)
    mallopt(M_MMAP_THRESHOLD, 2**25)
    mallopt(M_TRIM_THRESHOLD, 2**30)


def computed(function: Callable[..., Any], *arguments: Any) -> tuple[bytes, list[Any]]:
    """For the function of a `Job`: what a function of ours returns or raises, pickled; see `unpacked`.

    >>> unpacked(*computed(max, 3, 5))
    5
    """
    _keep_freed_memory()
    buffers: list[pickle.PickleBuffer] = []
    try:
        result: tuple[bool, Any] = (True, function(*arguments))
    except MemoryError:
        raise
    except Exception as problem:
        if not isinstance(problem, InputError):
            problem.add_note(format_exc())
        result = (False, problem)
    # While the result is sent, whoever waits for it holds it too.
    gc.collect()
    getattr(ctypes.CDLL(None), "malloc_trim", lambda *_: 0)(0)
    header = cloudpickle.dumps(result, protocol=5, buffer_callback=buffers.append)
    return header, [buffer.raw() for buffer in buffers]


def unpacked(header: bytes, buffers: list[bytearray]) -> Any:
    """What the function of `computed` returned; what it raised is raised. Never for a worker that read a file.

    >>> unpacked(*computed(sorted, (3, 1, 2)))
    [1, 2, 3]
    """
    # Safe to unpickle: the worker ran a function of this package and read no file.
    is_value, result = pickle.loads(header, buffers=buffers)
    if not is_value:
        raise result
    return result
