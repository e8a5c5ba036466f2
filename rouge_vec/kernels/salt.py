"""Numbers that no text can foresee, for the hashes of this process."""

from __future__ import annotations

import os

import numpy as np

KEY_FIRST, KEY_SECOND, BIGRAM, LONG_TOKEN = 0, 1, 2, 3
"""What each of the numbers is for."""

SALT = np.frombuffer(os.urandom(4 * 8), np.uint64) | np.uint64(1)
"""Odd, uint64, shape (4,). With constants in their place, texts can be written whose words all want the same slot of a
table. Counts do not depend on them: equal hashes are confirmed."""
