"""One text with all that the rules look up in it, each thing found when it is first asked for."""

from __future__ import annotations

from rouge_vec.js_rouge.addresses import Addresses
from rouge_vec.js_rouge.angles import matched_angles
from rouge_vec.js_rouge.asides import Asides
from rouge_vec.js_rouge.boundaries import ends_unspaced
from rouge_vec.js_rouge.citation_quotes import CitationState
from rouge_vec.js_rouge.citations import MAY_HOLD_NOTE
from rouge_vec.js_rouge.ellipses import SpacedEllipses, elision_follows, ends_sentence
from rouge_vec.js_rouge.ellipsis_quotes import quotation_flags
from rouge_vec.js_rouge.quotations import Quotations


class Source:
    """A text and what is known about it.

    Parameters
    ----------
    text : str
        The text.
    case_neutral : bool
        Whether capitals are not looked at.
    labels : frozenset of int
        Positions of full stops that belong to labels of a list.
    """

    def __init__(self, text: str, case_neutral: bool, labels: frozenset[int]) -> None:
        self.text = text
        self.case_neutral = case_neutral
        self.labels = labels
        self.quotations = Quotations(text)
        self.addresses = Addresses(text)
        self.angles = matched_angles(text)
        self.spaced_ellipses = SpacedEllipses(text, case_neutral)
        # State of the rules for footnote numbers at the start of the text, if there may be any.
        self.citations = CitationState(text) if MAY_HOLD_NOTE.search(text) else None
        self._flags: dict[int, int] | None = None
        self._asides: Asides | None = None

    @property
    def flags(self) -> dict[int, int]:
        """What the rules for ellipses know of each quotation mark; found when it is first asked for."""
        if self._flags is None:
            self._flags = quotation_flags(self.text)
        return self._flags

    @property
    def asides(self) -> Asides:
        """Asides of the text; found when they are first asked for."""
        if self._asides is None:
            self._asides = Asides(self.text, self.flags, self.angles)
        return self._asides

    def folded(self, ending: str) -> str:
        return ending.lower() if self.case_neutral else ending

    def ends_unspaced(self, index: int, following: int, *, is_delimited: bool = False) -> bool:
        """Tell whether a terminator ends a sentence although no blank follows."""
        return ends_unspaced(
            self.text, index, following, self.case_neutral, self.addresses, is_delimited=is_delimited
        )

    def ellipsis_ends(self, position: int, following: str, start: int, ending: str, is_open: bool) -> bool:
        """Tell whether a bare ellipsis ends a sentence.

        Parameters
        ----------
        position : int
            The position behind the ellipsis.
        following, start : str, int
            A text that holds what follows, and where in it that starts.
        ending : str
            The end of the text up to and with the ellipsis.
        is_open : bool
            Whether a quotation or bracket is open.
        """
        is_elided = self.case_neutral and elision_follows(self.text, position, self.flags)
        if not ends_sentence(following, start, ending, is_open, self.case_neutral, is_elided=is_elided):
            return False
        return not self.asides.is_inline(position, self.case_neutral)
