"""Length limits of ROUGE-1.5.5: where each text ends once its first words or bytes are kept."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rouge_vec.kernels.jit import kernel

UInt8 = npt.NDArray[np.uint8]
Int64 = npt.NDArray[np.int64]


@kernel
def find_word_ends(data: UInt8, offsets: Int64, lo: int, hi: int, limit: int, out_ends: Int64) -> None:
    """Find the end of the first `limit` words of each text.

    Parameters
    ----------
    data : ndarray of uint8, shape (bytes,)
        All texts.
    offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins and ends.
    lo, hi : int
        Half-open range of rows.
    limit : int
        Words to keep, at least 1.
    out_ends : ndarray of int64, shape (rows,)
        Entries ``lo`` to ``hi`` are written: places in `data`.

    Notes
    -----
    A word is what stands between blanks of one line. A line that begins with a blank and holds a word has one
    empty word more, in front.
    """
    for row in range(lo, hi):
        end = offsets[row + 1]
        words = 0
        line = offsets[row]
        inside = False
        in_front = True
        for place in range(offsets[row], offsets[row + 1]):
            byte = data[place]
            if byte == 32 or 9 <= byte <= 13:
                if inside and words == limit:
                    end = place
                    break
                inside = False
                if byte == 10:
                    line = place + 1
                    in_front = True
            elif not inside:
                if in_front and place > line:
                    words += 1
                    if words == limit:
                        end = line
                        break
                in_front = False
                inside = True
                words += 1
        out_ends[row] = end


@kernel
def find_byte_ends(
    data: UInt8, offsets: Int64, lo: int, hi: int, limit: int, by_line: bool, out_ends: Int64
) -> None:
    """Find the end of the first `limit` bytes of each text, line ends not counted.

    Parameters
    ----------
    data : ndarray of uint8, shape (bytes,)
        All texts.
    offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins and ends.
    lo, hi : int
        Half-open range of rows.
    limit : int
        Bytes to keep, at least 1.
    by_line : bool
        Count every line on its own and end in the first line that is long enough: what the script does for
        ROUGE-L and ROUGE-W, where its running total stays zero.
    out_ends : ndarray of int64, shape (rows,)
        Entries ``lo`` to ``hi`` are written: places in `data`.
    """
    for row in range(lo, hi):
        end = offsets[row + 1]
        count = 0
        for place in range(offsets[row], offsets[row + 1]):
            if data[place] != 10:
                count += 1
                if count == limit:
                    end = place + 1
                    break
            elif by_line:
                count = 0
        out_ends[row] = end


@kernel
def copy_beginnings(data: UInt8, offsets: Int64, ends: Int64, out_data: UInt8, out_offsets: Int64) -> None:
    """Copy each text up to its end.

    Parameters
    ----------
    data : ndarray of uint8, shape (bytes,)
        All texts.
    offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins.
    ends : ndarray of int64, shape (rows,)
        Where to end each text.
    out_data : ndarray of uint8, shape (bytes,)
        Room for the kept bytes.
    out_offsets : ndarray of int64, shape (rows + 1,)
        Where each text begins and ends in `out_data`; given, not written.
    """
    for row in range(len(ends)):
        for place in range(offsets[row], ends[row]):
            out_data[out_offsets[row] + place - offsets[row]] = data[place]
