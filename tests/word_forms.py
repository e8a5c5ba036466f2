"""Word forms that bring every rule of Porter's stemmer to bear: from lists and a seed, in a fixed order."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator

_ROOTS = (
    "act adapt agree air allow analog anxi appl arch art assess automat bar base beg believ blow box buy "
    "care carr cat ceas centr chang choic circul clos comfort commun comput condit confid connect consid "
    "control copi cover creat cri critic cycl dec decid decis deni depend deriv desir die differ digit "
    "direct discuss divid doubl dri dy easi econom edg effect elect electr employ enjoy ent environ equal "
    "er estim exce exist expect extend fail fall fals feed fil final fit fix fl flow fly form fr free "
    "friend ful gas gen geolog glor go good govern grow guy hap happi help hiss hom hop hope hopp hous "
    "howe hum ic identifi imag impl improv in inn institut intens invest isl joy judg just key lack las "
    "law lay lead li lie lik log logic lov ly magnet manag mat matur meas merri method metr mil mod model "
    "moral mov nation natur nec necess neg new nois norm note obey observ oper opt or organ out own pay "
    "perc perform person phil plan play plaster pol posit poss pract prec predic prefer probat proce "
    "process prof propos prov psych public py qual radic rat ration real reduc refer rel relat relig repl "
    "report respons rev roll run say scienc sect sens sensit ser sign sing siz sk sky sleep slow social "
    "soft spi spok spy st stat str study succ suppl surviv sy sympath syn tan tec tend tens theo tie time "
    "toy trac tradit traff trans triplic troubl try ty typ un unif univers us val vari viet vil vis voc "
    "vow wait war will wish with worri wr writ xyl yel yes yield yoy zoolog"
)
_SUFFIXES = (
    "s es ies sses ss ed eed ied ing ying y ly ity at bl iz ate ble ize ational tional enci ency anci "
    "ancy izer bli bly abli ably alli ally entli ently eli ely ousli ously ization ation ator alism "
    "iveness fulness ousness aliti ality iviti ivity biliti bility fulli fully logi logy icate ative "
    "alize iciti icity ical ful ness al ance ence er ic able ible ant ement ment ent ion sion tion ou ism "
    "iti ous ive e ee l ll le ye yy ted sing lled bbing zzes xed wing yed 9 2nd"
)
_IRREGULAR = (
    "sky skies dying lying tying news innings inning outings outing cannings canning howe proceed exceed "
    "succeed"
)
ROOTS, SUFFIXES, IRREGULAR = _ROOTS.split(), _SUFFIXES.split(), _IRREGULAR.split()

ALPHABETS = (
    "aby",
    "yyyae",
    "aelst",
    "eding",
    "ationl",
    "sdgylei",
    "bcdaeiouy",
    "abcdefghijklmnopqrstuvwxyz",
    "ab1y9s",
)


def from_roots() -> Iterator[str]:
    """Every root with every suffix, and with pairs of suffixes."""
    endings = [*SUFFIXES, *(first + second for first in SUFFIXES for second in SUFFIXES)]
    for number, root in enumerate(ROOTS):
        yield root
        yield from (root + suffix for suffix in SUFFIXES)
        yield from (root + ending for ending in endings[number % 19 :: 19])


def near(word: str) -> Iterator[str]:
    """The word with one letter dropped, changed or added."""
    for place in range(len(word) + 1):
        yield word[:place] + word[place + 1 :]
        for letter in "aeilsyxd1":
            yield word[:place] + letter + word[place:]
            yield word[:place] + letter + word[place + 1 :]


def random_forms(count: int, seed: int) -> Iterator[str]:
    """Random letters over small alphabets, half of them with a suffix after them."""
    generator = random.Random(seed)
    for number in range(count):
        alphabet = ALPHABETS[number % len(ALPHABETS)]
        letters = "".join(generator.choices(alphabet, k=generator.randint(0, 9)))
        yield letters + generator.choice(SUFFIXES) if number % 2 else letters


@functools.cache
def word_forms() -> tuple[str, ...]:
    """Return more than 200,000 distinct forms: short words, suffixed roots, neighbours, random letters."""
    short = ("".join(letters) for size in range(5) for letters in itertools.product("aebsy1dl", repeat=size))
    forms = itertools.chain(
        IRREGULAR,
        itertools.chain.from_iterable(near(word) for word in IRREGULAR),
        short,
        SUFFIXES,
        (first + second for first in SUFFIXES for second in SUFFIXES),
        from_roots(),
        random_forms(66_000, seed=1980),
    )
    return tuple(dict.fromkeys(forms))
