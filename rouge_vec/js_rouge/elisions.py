"""Words whose beginning an apostrophe stands for, as each family of rules knows them: 'tis, '90s.

Every expression is matched behind the mark. The families differ because those of js-rouge do.
"""

from __future__ import annotations

import re

from rouge_vec.js_rouge.characters import in_any_case

_CARRIES_ON = "cause|till?"
_FEW = f"tis|twas|em|{_CARRIES_ON}"
_MANY = (
    f"{_FEW}|t(?:were|will|would)|cos|round|bout|neath|fore|tween|gainst|cept"
    "|(?:twen|thir|for|fif|six|seven|eigh|nine)ties"
)
_DECADE = "[0-9]{2}s"


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(alternatives)})(?![a-z0-9_])", re.ASCII | re.IGNORECASE)


IN_PAIRS = _words(_MANY, f"{_DECADE}?")
IN_LISTS = _words(_MANY)
BEFORE_NOTES = _words(_MANY, _DECADE, "n")
AROUND_ELLIPSES = _words(_FEW, _DECADE)
BEHIND_ELLIPSES = _words(_CARRIES_ON)
#: Case as Unicode folds it; the caller looks for the end of the word, which is that of an identifier.
IN_BRACKETS = re.compile(in_any_case(f"(?:{_FEW})"))
