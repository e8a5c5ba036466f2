"""What kernels need and NumPy has no word for, as LLVM writes it and as plain Python does.

Numba's on-disk cache does not notice an edit here: whoever changes what a name means gives it another name.
"""

from __future__ import annotations

import ctypes
import operator
from typing import Any

import numpy as np

from rouge_vec.kernels.jit import COMPILED

BLOCK = 64
"""Bytes that are looked at together."""


def _plain_units_at(address: Any, size: Any, dtype: Any) -> Any:
    memory = (ctypes.c_char * (int(size) * np.dtype(dtype).itemsize)).from_address(int(address))
    return np.frombuffer(memory, dtype)


def _plain_bits(compare: Any) -> Any:
    """Return a function of a row, uint8, and a place in it.

    It returns a uint64 of one bit for each of the `BLOCK` bytes there: how the byte, taken as signed, compares with 0.
    """

    def bits(row: Any, at: Any) -> Any:
        found = compare(row[int(at) : int(at) + BLOCK].view(np.int8), 0)
        return np.packbits(found, bitorder="little").view(np.uint64)[0]

    return bits


def _plain_prefetch(array: Any, at: Any) -> None:
    pass


if COMPILED:
    import numba
    from llvmlite import ir
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    @intrinsic
    def units_at(typing_context, address, size, dtype):  # type: ignore[no-untyped-def]
        """Return `size` integers that begin at an address, uint64, as an array; somebody else keeps them alive."""
        array_type = numba.types.Array(dtype.dtype, 1, "C")

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            array = context.make_array(array_type)(context, builder)
            item = context.get_constant(numba.types.intp, dtype.dtype.bitwidth // 8)
            place = builder.inttoptr(arguments[0], array.data.type)
            populate_array(
                array, data=place, shape=[arguments[1]], strides=[item], itemsize=item, meminfo=None
            )
            return array._getvalue()

        return array_type(address, size, dtype), generate

    @intrinsic
    def prefetch(typing_context, array, at):  # type: ignore[no-untyped-def]
        """Have the cache line of an entry fetched, to be read and written soon."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            values = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.bitcast(builder.gep(values.data, [arguments[1]]), ir.IntType(8).as_pointer())
            number = ir.IntType(32)
            function_type = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [place.type], function_type)
            for_writing, keep_close, data = number(1), number(3), number(1)
            builder.call(function, [place, for_writing, keep_close, data])
            return context.get_dummy_value()

        return numba.types.void(array, numba.types.uint64), generate

    def _bits(comparison: str) -> Any:
        """Return what `_plain_bits` does; the row must have `BLOCK` bytes there, which is not checked."""
        vector_type = ir.VectorType(ir.IntType(8), BLOCK)

        @intrinsic
        def bits(typing_context, row, at):  # type: ignore[no-untyped-def]
            def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                array = context.make_array(signature.args[0])(context, builder, arguments[0])
                place = builder.bitcast(builder.gep(array.data, [arguments[1]]), vector_type.as_pointer())
                vector = builder.load(place, align=1)
                found = builder.icmp_signed(comparison, vector, ir.Constant(vector_type, None))
                return builder.bitcast(found, ir.IntType(BLOCK))

            return numba.types.uint64(row, numba.types.uint64), generate

        return bits

    positive_bits, negative_bits = _bits(">"), _bits("<")
else:
    units_at, prefetch = _plain_units_at, _plain_prefetch
    positive_bits, negative_bits = _plain_bits(operator.gt), _plain_bits(operator.lt)
