"""Look at Python strings where they are: which cells are strings, where their characters stand and how many they are.

Numba's own way to take a list of strings makes an object of each, at seventy times the cost. Here a kernel that
holds the GIL asks CPython for each string through the function that Numba's strings are made with
(``numba_extract_unicode``). What it tells stays true for as long as the list keeps its strings: they cannot change.

To be imported only where kernels are compiled.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, register_model, typeof_impl, unbox

from rouge_vec.kernels.jit import COMPILED, locked_kernel

_UTF8 = 0
"""The kind of a string of ASCII only, whose UTF-8 it is; the kind of others is the bytes of a character: 1, 2 or 4."""


class ListType(types.Type):
    """The type of :class:`PythonList` in compiled code."""

    def __init__(self) -> None:
        super().__init__(name="rouge_vec.PythonList")


class PythonList:
    """A list that a kernel of this file may look at.

    Parameters
    ----------
    cells : list
        Kept by the caller, with all its cells, for as long as anything that a kernel tells of it is used.
    """

    __slots__ = ("cells",)
    _numba_type_ = ListType()

    def __init__(self, cells: list[Any]) -> None:
        self.cells = cells


register_model(ListType)(models.OpaqueModel)


@typeof_impl.register(PythonList)
def _type_of_list(value, context):  # type: ignore[no-untyped-def]
    return value._numba_type_


@unbox(ListType)
def _unbox_list(list_type, wrapped, context):  # type: ignore[no-untyped-def]
    cells = context.pyapi.object_getattr_string(wrapped, "cells")
    failed = cgutils.is_null(context.builder, cells)
    return NativeValue(cells, is_error=failed, cleanup=lambda: context.pyapi.decref(cells))


@intrinsic
def _string_at(typing_context, cells, index):  # type: ignore[no-untyped-def]
    """Return address, characters and kind of a cell; the address is 0 if it is not exactly a ``str``."""
    result_type = types.UniTuple(types.uint64, 3)

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pyapi = context.get_python_api(builder)
        word = context.get_value_type(types.uint64)
        results = [cgutils.alloca_once_value(builder, word(0)) for _ in range(3)]
        cell = pyapi.list_getitem(*arguments)
        with builder.if_else(cgutils.is_null(builder, cell)) as (outside, inside):
            with outside:
                pyapi.err_clear()
            with inside:
                is_string = builder.icmp_unsigned(
                    "==", pyapi.get_type(cell), pyapi.get_c_object("PyUnicode_Type")
                )
                with builder.if_then(is_string, likely=True):
                    _, address, size, kind, is_ascii, _ = pyapi.string_as_string_size_and_kind(cell)
                    kind = builder.select(cgutils.is_true(builder, is_ascii), kind.type(_UTF8), kind)
                    for result, value in zip(
                        results,
                        (builder.ptrtoint(address, word), size, builder.zext(kind, word)),
                        strict=True,
                    ):
                        builder.store(value, result)
        return context.make_tuple(builder, result_type, [builder.load(result) for result in results])

    return result_type(cells, types.intp), generate


def _nothing_at(cells, index):  # type: ignore[no-untyped-def]
    """Find nothing: plain Python knows no addresses."""
    return 0, 0, 0


_at = _string_at if COMPILED else _nothing_at


@locked_kernel
def locate_strings(cells, addresses, sizes, kinds):  # type: ignore[no-untyped-def]
    """Find where the characters of strings stand, up to the first cell that is no string.

    Parameters
    ----------
    cells : PythonList
        Any list.
    addresses : ndarray of uint64, shape (texts,)
        Out: where the characters of each begin; as many as there are cells.
    sizes : ndarray of int64, shape (texts,)
        Out: the number of characters.
    kinds : ndarray of uint8, shape (texts,)
        Out: 0 for strings of ASCII only, else the bytes of a character: 1, 2 or 4.

    Returns
    -------
    int64
        The place of the first cell that is not exactly a ``str``, or the number of cells.
    """
    for place in range(sizes.size):
        address, size, kind = _at(cells, place)
        if address == 0:
            return place
        addresses[place], sizes[place], kinds[place] = address, size, kind
    return sizes.size
