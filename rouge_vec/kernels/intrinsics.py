"""What kernels need and NumPy has no word for, as LLVM writes it and as plain Python does.

Numba's on-disk cache does not notice an edit here: whoever changes what a name means gives it another name.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from rouge_vec.kernels.jit import COMPILED


def _plain_units_at(address: Any, size: Any, dtype: Any) -> Any:
    memory = (ctypes.c_char * (int(size) * np.dtype(dtype).itemsize)).from_address(int(address))
    return np.frombuffer(memory, dtype)


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
else:
    units_at, prefetch = _plain_units_at, _plain_prefetch
