"""Text by blocks of 64 bytes and tokens by words of 16, as vectors of LLVM and as NumPy does it.

The plain functions say what each does.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy import uint8, uint64

from rouge_vec.kernels.jit import COMPILED

BLOCK = 64
"""Bytes of text that are looked at together."""

KEY = 16
"""Bytes of a key: those of a short token, and its length in the last."""


def _plain_keep_block(address: Any, left: Any, row: Any, at: Any, case_bit: Any) -> Any:
    """Write 64 bytes of text to ``row[at:]``, letters and digits of ASCII as they are kept, 0 for all else.

    Parameters
    ----------
    address : uint64
        Where these bytes of the text begin.
    left : uint64
        Bytes of the text from there on; what is missing to 64 counts as 0.
    row : ndarray of uint8, shape (bytes,)
        Out; may be the memory that is read.
    at : uint64
        Where to write.
    case_bit : uint8
        32 lower-cases letters, 0 keeps case.

    Returns
    -------
    (uint64, uint64, uint64)
        A bit for each byte: whether it is a letter or digit, a newline, and no ASCII.
    """
    text = np.zeros(BLOCK, np.uint8)
    size = min(int(left), BLOCK)
    memory: Any = (ctypes.c_char * size).from_address(int(address))
    text[:size] = np.frombuffer(memory, np.uint8)
    letters = (text | 32) - uint8(97) < 26
    kept = letters | (text - uint8(48) < 10)
    row[int(at) : int(at) + BLOCK] = np.where(kept, np.where(letters, text | case_bit, text), 0)
    return tuple(
        np.packbits(found, bitorder="little").view(np.uint64)[0] for found in (kept, text == 10, text >= 128)
    )


def _plain_write_places(bits: Any, first: Any, places: Any, at: Any) -> Any:
    """Write the place of each bit that is set, counted from `first`, to ``places[at:]``; return where they end.

    Parameters
    ----------
    bits, first, at : uint64
        A bit for each of 64 places.
    places : ndarray of uint32, shape (places,)
        Out; 64 of them are overwritten, however few bits are set.
    """
    found = np.flatnonzero(np.unpackbits(np.array([bits]).view(np.uint8), bitorder="little"))
    room = places[int(at) : int(at) + BLOCK]
    room[:] = np.pad(found + int(first), (0, len(room) - len(found)))
    return at + uint64(len(found))


def _plain_pack_token(row: Any, start: Any, length: Any, keys: Any, token: Any) -> None:
    """Write the key of a token of fewer than 16 bytes; of a longer one, nothing that means anything.

    Parameters
    ----------
    row : ndarray of uint8, shape (bytes,)
        Text, of which 16 bytes are read from `start` on.
    start, length, token : uint64
        The token in the text, and its place among the keys.
    keys : ndarray of uint64, shape (tokens, 2)
        Out: row `token`.
    """
    key = row[int(start) : int(start) + KEY].copy()
    key[int(length) :] = 0
    key[KEY - 1] = uint8(length & uint64(0xFF))
    keys[int(token)] = key.view(np.uint64)


def _plain_read_key(keys: Any, token: Any) -> Any:
    """Return the two words of a key.

    Parameters
    ----------
    keys : ndarray of uint64, shape (tokens, 2)
        Keys.
    token : uint64
        The place of one.
    """
    return keys[int(token), 0], keys[int(token), 1]


def _plain_read_ending(keys: Any, token: Any) -> Any:
    """Return the length of a token, and its last two bytes as one number, the last one above.

    Parameters
    ----------
    keys : ndarray of uint64, shape (tokens, 2)
        Keys.
    token : uint64
        The place of one. For tokens of one byte, and those of more than 15, the bytes mean nothing.
    """
    key = keys[int(token)].tobytes()
    end = max(key[-1], 2) & (KEY - 1)
    return uint64(key[-1]), uint64(int.from_bytes(key[end - 2 : end], "little"))


if COMPILED:
    import numba
    from llvmlite import ir
    from numba.core import cgutils
    from numba.extending import intrinsic

    _BYTE, _INT32, _WORD = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    _BLOCK_TYPE, _KEY_TYPE = ir.VectorType(_BYTE, BLOCK), ir.VectorType(_BYTE, KEY)
    _LANES = 16
    """Places that are written together."""
    _uint64 = numba.types.uint64

    def _repeated(builder: Any, vector_type: Any, value: Any) -> Any:
        """Return a vector that has one value everywhere."""
        if isinstance(value, int):
            return ir.Constant(vector_type, [value] * vector_type.count)
        undefined = ir.Constant(vector_type, ir.Undefined)
        everywhere = ir.Constant(ir.VectorType(_INT32, vector_type.count), None)
        first = builder.insert_element(undefined, value, _INT32(0))
        return builder.shuffle_vector(first, undefined, everywhere)

    def _entry(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
        """Return a pointer to an entry of an array, counted as if it had one dimension."""
        return builder.gep(context.make_array(array_type)(context, builder, array).data, [at])

    def _load_block(builder: Any, address: Any, left: Any) -> Any:
        """Return the next 64 bytes of a text, or those that are left and zeros."""
        pointer_type = _BLOCK_TYPE.as_pointer()
        rest = cgutils.alloca_once(builder, _BLOCK_TYPE)
        is_whole = builder.icmp_unsigned(">=", left, _WORD(BLOCK))
        with builder.if_else(is_whole, likely=True) as (whole, part):
            with whole:
                whole_block = builder.load(builder.inttoptr(address, pointer_type), align=1)
                whole_end = builder.block
            with part:
                builder.store(ir.Constant(_BLOCK_TYPE, None), rest)
                target = builder.bitcast(rest, _BYTE.as_pointer())
                source = builder.inttoptr(address, _BYTE.as_pointer())
                cgutils.raw_memcpy(builder, target, source, left, 1)
                part_block = builder.load(rest)
                part_end = builder.block
        block = builder.phi(_BLOCK_TYPE)
        block.add_incoming(whole_block, whole_end)
        block.add_incoming(part_block, part_end)
        return block

    @intrinsic
    def keep_block(typing_context, address, left, row, at, case_bit):  # type: ignore[no-untyped-def]
        """Do what `_plain_keep_block` does."""
        result_type = numba.types.UniTuple(_uint64, 3)

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            address, left, row, at, case_bit = arguments
            text = _load_block(builder, address, left)

            def is_within(values: Any, first: int, count: int) -> Any:
                distance = builder.sub(values, _repeated(builder, _BLOCK_TYPE, first))
                return builder.icmp_unsigned("<", distance, _repeated(builder, _BLOCK_TYPE, count))

            letters = is_within(builder.or_(text, _repeated(builder, _BLOCK_TYPE, 32)), ord("a"), 26)
            kept = builder.or_(letters, is_within(text, ord("0"), 10))
            cased = builder.or_(text, _repeated(builder, _BLOCK_TYPE, case_bit))
            zeros = ir.Constant(_BLOCK_TYPE, None)
            target = _entry(context, builder, signature.args[2], row, at)
            builder.store(
                builder.select(kept, builder.select(letters, cased, text), zeros),
                builder.bitcast(target, _BLOCK_TYPE.as_pointer()),
                align=1,
            )
            newlines = builder.icmp_unsigned("==", text, _repeated(builder, _BLOCK_TYPE, ord("\n")))
            others = builder.icmp_signed("<", text, zeros)
            bits = [builder.bitcast(found, _WORD) for found in (kept, newlines, others)]
            return context.make_tuple(builder, result_type, bits)

        return result_type(_uint64, _uint64, row, _uint64, numba.types.uint8), generate

    def _compress_places(builder: Any, bits: Any, first: Any, at: Any, entry: Any) -> Any:
        """Write places with an instruction that puts the chosen ones of sixteen numbers side by side."""
        numbers_type, chosen_type = ir.VectorType(_INT32, _LANES), ir.VectorType(ir.IntType(1), _LANES)
        compress = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(numbers_type, [numbers_type, numbers_type, chosen_type]),
            "llvm.x86.avx512.mask.compress.v16i32",
        )
        first_places = _repeated(builder, numbers_type, builder.trunc(first, _INT32))
        for part in range(0, BLOCK, _LANES):
            chosen = builder.trunc(builder.lshr(bits, _WORD(part)), ir.IntType(_LANES))
            places = builder.add(first_places, ir.Constant(numbers_type, list(range(part, part + _LANES))))
            packed = builder.call(compress, [places, places, builder.bitcast(chosen, chosen_type)])
            builder.store(packed, builder.bitcast(entry(at), numbers_type.as_pointer()), align=4)
            at = builder.add(at, builder.zext(builder.ctpop(chosen), _WORD))
        return at

    def _count_places(builder: Any, bits: Any, first: Any, at: Any, entry: Any) -> Any:
        """Write places eight at a time without a test: a branch for each would be mispredicted."""
        together = 8
        count = builder.ctpop(bits)
        rounds = builder.lshr(builder.add(count, _WORD(together - 1)), _WORD(3))
        left = cgutils.alloca_once_value(builder, bits)
        with cgutils.for_range(builder, rounds) as loop:
            start = builder.add(at, builder.shl(loop.index, _WORD(3)))
            for k in range(together):
                now = builder.load(left)
                place = builder.add(first, builder.cttz(now, ir.IntType(1)(0)))
                builder.store(builder.trunc(place, _INT32), entry(builder.add(start, _WORD(k))))
                builder.store(builder.and_(now, builder.sub(now, _WORD(1))), left)
        return builder.add(at, count)

    @intrinsic
    def write_places(typing_context, bits, first, places, at):  # type: ignore[no-untyped-def]
        """Do what `_plain_write_places` does."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            bits, first, places, at = arguments

            def entry(place: Any) -> Any:
                return _entry(context, builder, signature.args[2], places, place)

            processor_features = context.codegen().magic_tuple()[2]
            write = _compress_places if "+avx512f" in processor_features else _count_places
            return write(builder, bits, first, at, entry)

        return _uint64(_uint64, _uint64, places, _uint64), generate

    @intrinsic
    def pack_token(typing_context, row, start, length, keys, token):  # type: ignore[no-untyped-def]
        """Do what `_plain_pack_token` does."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            row, start, length, keys, token = arguments
            source = _entry(context, builder, signature.args[0], row, start)
            text = builder.load(builder.bitcast(source, _KEY_TYPE.as_pointer()), align=1)
            size = builder.trunc(length, _BYTE)
            inside = builder.icmp_unsigned(
                "<", ir.Constant(_KEY_TYPE, list(range(KEY))), _repeated(builder, _KEY_TYPE, size)
            )
            key = builder.select(inside, text, ir.Constant(_KEY_TYPE, None))
            key = builder.insert_element(key, size, _INT32(KEY - 1))
            target = _entry(context, builder, signature.args[3], keys, builder.shl(token, _WORD(1)))
            builder.store(key, builder.bitcast(target, _KEY_TYPE.as_pointer()), align=8)
            return context.get_dummy_value()

        return numba.types.void(row, _uint64, _uint64, keys, _uint64), generate

    @intrinsic
    def read_key(typing_context, keys, token):  # type: ignore[no-untyped-def]
        """Do what `_plain_read_key` does; Numba would multiply by the length of a row, which it does not know."""
        result_type = numba.types.UniTuple(_uint64, 2)

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            keys, token = arguments
            first = _entry(context, builder, signature.args[0], keys, builder.shl(token, _WORD(1)))
            words = [builder.load(builder.gep(first, [_WORD(word)])) for word in range(2)]
            return context.make_tuple(builder, result_type, words)

        return result_type(keys, _uint64), generate

    @intrinsic
    def read_ending(typing_context, keys, token):  # type: ignore[no-untyped-def]
        """Do what `_plain_read_ending` does."""
        result_type = numba.types.UniTuple(_uint64, 2)

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            keys, token = arguments
            entry = _entry(context, builder, signature.args[0], keys, builder.shl(token, _WORD(1)))
            key = builder.bitcast(entry, _BYTE.as_pointer())
            length = builder.zext(builder.load(builder.gep(key, [_WORD(KEY - 1)])), _WORD)
            two = _WORD(2)
            longer = builder.select(builder.icmp_unsigned(">", length, two), length, two)
            before_last = builder.gep(key, [builder.sub(builder.and_(longer, _WORD(KEY - 1)), two)])
            ending = builder.load(builder.bitcast(before_last, ir.IntType(16).as_pointer()), align=1)
            return context.make_tuple(builder, result_type, [length, builder.zext(ending, _WORD)])

        return result_type(keys, _uint64), generate
else:
    keep_block, write_places, pack_token = _plain_keep_block, _plain_write_places, _plain_pack_token
    read_key, read_ending = _plain_read_key, _plain_read_ending
