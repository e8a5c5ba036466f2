"""Words that decide whether a full stop ends a sentence, as the js-rouge 3.2.3 segmenter treats them.

The lists were found by asking js-rouge about every string of up to four letters, about every two-letter and
three-letter acronym and about the vocabulary of news and encyclopedia texts; spelled here by subject.
"""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


TITLES = _words(
    "adm asst atty brig capt cmdr col comdr corp cpl det dr esq gen gov hon jr lt maj messrs miss "
    "misses mister mlle mme mr mrs ms mstr op ord phd prof pvt rep reps res rev sen sens sfc sgt sir "
    "sr supt surg"
)
PLACES_AND_GRAMMAR = _words("adj adv bldg ca cca e.g esp ex ft i.e mt st v.s vs")

#: A sentence never ends after one of these.
NEVER_FINAL = TITLES | PLACES_AND_GRAMMAR

MONTHS = _words("apr aug dec feb jan jul jun mar nov oct sep sept")
COMPANIES = _words("assn bros co dept dist fed inc ltd univ")
DEGREES = _words("ba lit llb ma")
ADDRESSES = _words("al arc ave bl blvd cl cres ct exp hwy pd pl plz rd tce")
STATES = _words(
    "ala alta ariz ark cal calif colo conn dak del fl fla ga ia ida ind kan kans ken ky la md mich "
    "minn mont neb nebr nev okla ont pa penn penna que sask tenn tex usafa ut va vt wash wis wisc wy "
    "wyo yuk"
)
OTHERS = _words("a.d a.m b.c e.u etc fy p.m u.s u.s.a")

#: A sentence ends after one of these when the next word is capitalised.
FINAL_BEFORE_CAPITAL = MONTHS | COMPANIES | DEGREES | ADDRESSES | STATES | OTHERS

#: After "U.S." these go on with the name of an institution, capitalised or not.
AMERICAN_INSTITUTIONS = _words("army commission congress government military navy senate")

#: Trade names whose exclamation mark does not end a sentence before a small letter.
NAMES_WITH_EXCLAMATION_MARK = frozenset(["Jeopardy", "Yahoo"])

#: Without capitals to go by, these carry a sentence on after an abbreviation unless a comma follows.
CONTINUING_WORDS = _words(
    "after although as at because before by for from if in nor of on once since though to unless until "
    "when where whereas whether while with"
)
COORDINATING_WORDS = _words("and but or so then yet")
AUXILIARY_VERBS = _words("are be been can could had has have is must should was were will would")
SPEECH_VERBS = _words("answered asked replied said thought")

#: A number after one of these is a quantity or a reference, not the number of a list item.
REFERENCE_WORDS = _words(
    "article articles chapter chapters clause clauses figure figures page pages paragraph paragraphs "
    "section sections table tables"
)
QUANTITY_WORDS = _words(
    "about am approximately are around at be became been being by cost costs equal equaled equals from "
    "had has have hit in is numbered of reached remained roughly scored to total totaled was were"
)

DOMAINS = _words("ai app biz co com dev edu gov info io me mil net org tv uk us")


def looks_like_domain(word: str, *, case_neutral: bool) -> bool:
    """Tell whether what follows a full stop without a blank may be the end of a web address.

    Without capitals to go by, any word of one or two letters may be.
    """
    return word.lower() in DOMAINS or (case_neutral and len(word) < 3)
