"""What kernels need and NumPy has no word for, as LLVM writes it and as plain Python does."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from rouge_vec.kernels.jit import COMPILED

ZERO, ONE = np.uint64(0), np.uint64(1)
"""As words of 64 bits: of one of them and a plain integer Numba makes a float."""

WORDS = 8
"""Words of the rows that are united."""


def _plain_units_at(address: Any, size: Any, dtype: Any) -> Any:
    memory = (ctypes.c_char * (int(size) * np.dtype(dtype).itemsize)).from_address(int(address))
    return np.frombuffer(memory, dtype)


def _plain_unite_rows(masks: Any, ids: Any, first: Any, last: Any, united: Any, row: Any) -> None:
    """Write the union, bit by bit, of the rows of `masks` that ``ids[first:last]`` name, to a row of `united`.

    Parameters
    ----------
    masks, united : ndarray of uint64, shape (rows, WORDS)
        The rows, and those to be written.
    ids : ndarray of int32, shape (tokens,)
        Rows of `masks`.
    first, last, row : uint64
        Places in `ids`, and in `united`.
    """
    united[int(row)] = np.bitwise_or.reduce(masks[ids[int(first) : int(last)]], axis=0)


def _plain_fetch(*_: Any) -> None:
    pass


def _plain_count_bits(bits: Any) -> Any:
    """Return how many bits of a word are set."""
    return np.uint64(int(bits).bit_count())


def _plain_reverse_bits(bits: Any) -> Any:
    """Return the bits of a word in reverse order."""
    return np.uint64(int(f"{int(bits):064b}"[::-1], 2))


def _plain_lowest_bit(bits: Any) -> Any:
    """Return the place of the lowest bit that is set, 64 if none is."""
    return np.uint64(f"1{int(bits):064b}"[::-1].index("1"))


if COMPILED:
    import numba
    from llvmlite import ir
    from numba.core import cgutils
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
    def unite_rows(typing_context, masks, ids, first, last, united, row):  # type: ignore[no-untyped-def]
        """Do what `_plain_unite_rows` does, eight words at once."""
        words = numba.types.uint64
        vector_type = ir.VectorType(ir.IntType(64), WORDS)

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            masks, ids, first, last, united, row = arguments

            def row_of(position: int, array: Any, number: Any) -> Any:
                data = context.make_array(signature.args[position])(context, builder, array).data
                return builder.gep(builder.bitcast(data, vector_type.as_pointer()), [number])

            ids = context.make_array(signature.args[1])(context, builder, ids).data
            union = cgutils.alloca_once_value(builder, ir.Constant(vector_type, None))
            with cgutils.for_range(builder, builder.sub(last, first)) as loop:
                number = builder.load(builder.gep(ids, [builder.add(first, loop.index)]))
                mask = builder.load(row_of(0, masks, builder.sext(number, first.type)), align=8)
                builder.store(builder.or_(builder.load(union), mask), union)
            builder.store(builder.load(union), row_of(4, united, row), align=8)
            return context.get_dummy_value()

        return numba.types.void(masks, ids, words, words, united, words), generate

    def _fetch_line(builder: Any, place: Any) -> None:
        """Have the cache line of a pointer fetched, to be read soon."""
        pointer_type, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer_type, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer_type], function_type)
        to_be_read, keep_close, data = number(0), number(3), number(1)
        builder.call(function, [builder.bitcast(place, pointer_type), to_be_read, keep_close, data])

    @intrinsic
    def fetch_entry(typing_context, array, at):  # type: ignore[no-untyped-def]
        """Have the cache line of an entry fetched, to be read soon."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            values = context.make_array(signature.args[0])(context, builder, arguments[0])
            _fetch_line(builder, builder.gep(values.data, [arguments[1]]))
            return context.get_dummy_value()

        return numba.types.void(array, numba.types.uint64), generate

    @intrinsic
    def fetch_address(typing_context, address):  # type: ignore[no-untyped-def]
        """Have the cache line of an address fetched, to be read soon; nothing happens where there is no memory."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            _fetch_line(builder, builder.inttoptr(arguments[0], ir.IntType(8).as_pointer()))
            return context.get_dummy_value()

        return numba.types.void(numba.types.uint64), generate

    def _of_one_word(instruction: Any) -> Any:
        """Return an intrinsic that makes a word of a word."""
        word = numba.types.uint64

        @intrinsic
        def operation(typing_context, bits):  # type: ignore[no-untyped-def]
            def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                return instruction(builder, arguments[0])

            return word(word), generate

        return operation

    count_bits = _of_one_word(lambda builder, bits: builder.ctpop(bits))
    reverse_bits = _of_one_word(lambda builder, bits: builder.bitreverse(bits))
    lowest_bit = _of_one_word(lambda builder, bits: builder.cttz(bits, ir.IntType(1)(0)))
else:
    units_at, unite_rows = _plain_units_at, _plain_unite_rows
    fetch_entry = fetch_address = _plain_fetch
    count_bits, reverse_bits, lowest_bit = _plain_count_bits, _plain_reverse_bits, _plain_lowest_bit
