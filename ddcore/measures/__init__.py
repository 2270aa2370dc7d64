"""Measures by their names: key, full name or alias, those with a parameter, and formulas of your own."""

import copyreg
import difflib
import functools
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ddcore import Door
from ddcore.errors import InputError
from ddcore.measures.families import balanced_accuracy, f_beta, negative_f_beta
from ddcore.measures.own_formula import formula
from ddcore.measures.table import TABLE
from ddcore.measures.type import Measure

__all__ = ["FAMILIES", "MEASURES", "Measure", "counted", "measure", "own_measure"]

sys.modules[__name__].__class__ = Door

FAMILIES: dict[str, Callable[..., Measure]] = {"F": f_beta, "NF": negative_f_beta, "BACC": balanced_accuracy}
"""Measures with a parameter: measure("F2") and measure("Fbeta", beta=2) are the same."""

PARAMETERS = {"F": ("beta", 1.0, 0.0, 1e6), "NF": ("beta", 1.0, 0.0, 1e6), "BACC": ("c", 0.5, 0.0, 1.0)}
"""What the parameter of a family is called, its usual value, the lowest and the highest."""

MEASURES: dict[str, Measure] = {listed.key: listed for listed in TABLE}
"""Every listed measure by its key, in display order."""


def _plain(name: str) -> str:
    """A name as people type it: without case, blanks, underscores, quotes and hyphens before a letter."""
    return re.sub(r"[\s_'’]|-(?=[^\W\d])", "", name.casefold())


_NAMES = {_plain(name): listed.key for listed in TABLE for name in (listed.key, listed.name, *listed.aliases)}
_NUMBER = r"[-−]?[\d.]+(?:e[-+]?\d+)?"
_WITH_PARAMETER = re.compile(rf"(?P<family>n?f)(?P<beta>{_NUMBER})(score)?|(?P<balanced>bacc)\((?P<c>{_NUMBER})\)")
_FAMILY_NAMES = {"fbeta": "F", "fbetascore": "F", "nfbeta": "NF", **{_plain(key): key for key in FAMILIES}}
_FAMILY_NAMES |= {_plain(name): "BACC" for name in ("balanced accuracy", "BA")}


def measure(name: str | Measure, **parameters: Any) -> Measure:
    """A measure by its key, full name or alias, in any case.

    Parameters
    ----------
    name : str or Measure
        A listed measure, a member of a family such as "F2", or a formula with an equals sign, such as
        "net = (tp - fp) / m" (see `own_formula.formula`). A `Measure` is returned as it is.
    **parameters : float
        Those of a family: `measure("Fbeta", beta=2)` is `measure("F2")`; `measure("BACC", c=0.3)` gives recall the
        weight 0.3.

    Returns
    -------
    Measure

    Raises
    ------
    InputError
        'measure must be one of the known names, got "recal"; nearest are ...'.

    Examples
    --------
    >>> measure("critical success index").key, measure("Fbeta", beta=2).key
    ('TS', 'F2')
    """
    if isinstance(name, Measure):
        return name
    if "=" in str(name) and not parameters:
        return own_measure(str(name))
    plain = _plain(str(name))
    if parameters:
        return _with_parameters(name, plain, parameters)
    known = _listed(plain)
    if known is None:
        raise InputError(f'measure must be one of the known names, got "{name:.60}"; nearest are {_nearest(plain)}')
    return known


def _listed(plain: str) -> Measure | None:
    """The measure of the table or of a family that has this name."""
    if plain in _NAMES:
        return MEASURES[_NAMES[plain]]
    if plain in _FAMILY_NAMES:
        return _made(_FAMILY_NAMES[plain], PARAMETERS[_FAMILY_NAMES[plain]][1])
    if match := _WITH_PARAMETER.fullmatch(plain):
        family, value = ("BACC", match["c"]) if match["balanced"] else (match["family"].upper(), match["beta"])
        return _of_family(family, value.replace("−", "-"))
    return None


@functools.lru_cache(maxsize=1024)
def own_measure(text: str) -> Measure:
    """The measure of a formula, with a name or without; see `formula.formula`, whose errors it raises.

    Texts that differ in blanks alone give one object, by which results are cached. A name of more than
    a letter must not be a listed measure's: raises `InputError` 'the name of a formula must not be that of a listed
    measure, got "F1"; ...'.

    >>> own_measure("(tp - fp) / m") is own_measure("(tp-fp)/m"), own_measure("net = (tp - fp) / m").name
    (True, 'net')
    """
    key = formula(text).key
    name = key.partition("=")[0].strip()
    if len(name) > 1 and _listed(_plain(name)) is not None:
        raise InputError(
            f'the name of a formula must not be that of a listed measure, got "{name}"; write "my {name}", or the like'
        )
    return _of_key(key)


_of_key = functools.lru_cache(maxsize=1024)(formula)


def _with_parameters(name: str, plain: str, parameters: dict[str, Any]) -> Measure:
    if plain not in _FAMILY_NAMES:
        measure(name)  # raises for an unknown name
        raise InputError(f'"{name}" takes no parameter, got {", ".join(parameters)}; Fbeta, NFbeta and BACC do')
    family = _FAMILY_NAMES[plain]
    wanted = PARAMETERS[family][0]
    if set(parameters) != {wanted}:
        raise InputError(f'"{name}" takes the parameter {wanted}, got {", ".join(parameters)}')
    return _of_family(family, parameters[wanted])


def _parameter(name: str, value: Any, low: float, high: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a number, got {value!r:.40}") from None
    if not low <= number <= high:
        raise InputError(f"{name} must be between {low:g} and {high:g}, got {number:g}")
    return number


def _of_family(family: str, parameter: Any) -> Measure:
    wanted, _, low, high = PARAMETERS[family]
    return _made(family, _parameter(wanted, parameter, low, high))


@functools.lru_cache(maxsize=4096)  # one object a measure: results are cached by it
def _made(family: str, parameter: float) -> Measure:
    made = FAMILIES[family](parameter)
    return MEASURES.get(made.key, made)


def counted(name: str | Measure) -> Measure:
    """The measure with the value of its formula on counts where that is 0 and a part of it has no value.

    F1 is the harmonic mean of precision and recall, which has no value where no case is predicted positive, and
    2 TP / (P + n), which is 0 there (Burger & Meertens 2020, Table 2). Measures other than F and NF are as they are.

    >>> from ddcore.counts import Counts
    >>> silent = Counts(tp=0, fp=0, fn=4, tn=6)
    >>> measure("F1")(silent), counted("F1")(silent), counted("precision")(silent)
    (np.float64(nan), np.float64(0.0), np.float64(nan))
    """
    return _counted(measure(name))


@functools.lru_cache(maxsize=4096)  # one object a measure: results are cached by it
def _counted(row: Measure) -> Measure:
    if not row.spared:
        return row
    return replace(row, needs=tuple(need for need in row.needs if need != row.spared), spared="")


def _nearest(plain: str) -> str:
    ranked = sorted(_NAMES, key=lambda known: -difflib.SequenceMatcher(None, plain, known).ratio())
    keys = list(dict.fromkeys(_NAMES[known] for known in ranked))[:3]
    return ", ".join(f"{MEASURES[key].name} ({key})" for key in keys)


def _reduced(known: Measure) -> Any:
    """Measures with a name are pickled by it, as their functions cannot be: in each process it gives one object."""
    for named in (measure, counted):
        with suppress(InputError):
            if named(known.key) is known:
                return named, (known.key,)
    return object.__reduce_ex__(known, 4)


copyreg.pickle(Measure, _reduced)
