"""Files that ROUGE-1.5.5 reads: XML configurations, lists of files, and texts in its four formats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

from rouge_vec.errors import DataFileError

_BLANKS = " \t\n\r\f\v"
_SEE_SENTENCE = re.compile(
    rb'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\n\r\f\v]+<a href="#[0-9]+" id=[0-9]+>([^<]+)'
)
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_ISI_SENTENCE = re.compile(rb'<S SNTNO="[0-9a-z,]+">([^<]+)</S>')
_KNOWN_FORMATS = ("SEE", "ISI", "SPL", "SIMPLE")


@dataclass(slots=True)
class Evaluation:
    """One evaluation: a text of each system and the references they are compared with.

    Attributes
    ----------
    name : str
        The identifier that the script prints.
    input_format : str or None
        Format of all its files, as written.
    peers : dict of str to str
        System to the path of its text.
    models : list of str
        Paths of the references.
    """

    name: str
    input_format: str | None = None
    peers: dict[str, str] = field(default_factory=dict)
    models: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Configuration:
    """All evaluations in the order of the file, and every system that is named.

    Strings are what the script holds: characters of an XML file, bytes of a list as Latin-1.
    """

    evaluations: list[Evaluation]
    systems: list[str]


class _ConfigurationBuilder:
    """Collects evaluations from the events of an XML parser, as the script collects them from its tree."""

    def __init__(self) -> None:
        self._drafts: dict[str, _Draft] = {}
        self._systems: dict[str, None] = {}
        self._open = [""]
        self._current: list[_Draft] = []
        self._identifier = ""
        self._text: str | None = None

    def configuration(self) -> Configuration:
        return Configuration([draft.evaluation() for draft in self._drafts.values()], list(self._systems))

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.comment()
        parent = self._open[-1]
        element = name.upper()
        self._open.append(element)
        if element == "EVAL":
            identifier = _attribute(element, attributes, "ID")
            self._current.append(self._drafts.setdefault(identifier, _Draft(identifier)))
        elif element == "INPUT-FORMAT":
            input_format = _attribute(element, attributes, "TYPE")
            if input_format.upper() not in _KNOWN_FORMATS:
                raise DataFileError(f"Unknown input type: {input_format}")
            self._draft(element).input_format = input_format
        elif element == "P" and parent == "PEERS":
            self._identifier = _attribute(element, attributes, "ID")
            self._systems.setdefault(self._identifier)
            self._draft(parent)
        elif element == "M" and parent == "MODELS":
            self._identifier = _attribute(element, attributes, "ID")
            self._draft(parent).model_ids.append(self._identifier)

    def end(self, name: str) -> None:
        self.comment()
        if self._open.pop() == "EVAL":
            self._current.pop()

    def text(self, text: str) -> None:
        self._text = text if self._text is None else self._text + text

    def comment(self, *_: str) -> None:
        """Note a piece of text; of the pieces that comments and children make of a text, the last one counts."""
        if self._text is None:
            return
        text, self._text = self._text.strip(_BLANKS), None
        parent, element = self._open[-2:]
        if element == "PEER-ROOT":
            self._draft(element).peer_root = text
        elif element == "MODEL-ROOT":
            self._draft(element).model_root = text
        elif element == "P" and parent == "PEERS":
            self._draft(element).peers[self._identifier] = text
        elif element == "M" and parent == "MODELS":
            self._draft(element).models[self._identifier] = text

    def _draft(self, name: str) -> _Draft:
        if not self._current:
            raise DataFileError(
                f"({name}) Evaluation database does not contain entry for this evaluation ID: "
            )
        return self._current[-1]


class _Draft:
    """An evaluation whose paths are not yet put together: a root may follow the files it holds."""

    __slots__ = ("input_format", "model_ids", "model_root", "models", "name", "peer_root", "peers")

    def __init__(self, name: str) -> None:
        self.name = name
        self.input_format: str | None = None
        self.peer_root = ""
        self.model_root = ""
        self.peers: dict[str, str] = {}
        self.models: dict[str, str] = {}
        self.model_ids: list[str] = []

    def evaluation(self) -> Evaluation:
        return Evaluation(
            self.name,
            self.input_format,
            {system: f"{self.peer_root}/{path}" for system, path in self.peers.items()},
            [f"{self.model_root}/{self.models.get(model, '')}" for model in self.model_ids],
        )


def _attribute(element: str, attributes: dict[str, str], name: str) -> str:
    if name not in attributes:
        raise DataFileError(f"{element} has no attribute {name}")
    return attributes[name]


def parse_configuration(content: bytes, path: str) -> Configuration:
    """Parse an XML configuration; element names may be written in any case.

    Parameters
    ----------
    content : bytes
        The file.
    path : str
        Its name, for messages.

    Raises
    ------
    DataFileError
        If it is not XML, lacks what the script needs, or declares entities, which are never expanded.
    """
    builder = _ConfigurationBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.CommentHandler = builder.comment
    parser.ProcessingInstructionHandler = builder.comment
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def refuse(*_: object) -> int:
        raise DataFileError(f"{path} declares XML entities; such files are refused")

    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise DataFileError(f"{path}: {error}") from error
    return builder.configuration()


def parse_list(content: bytes, system: str, input_format: str) -> Configuration:
    """Parse a list of files: on each line the system's text and its references.

    Parameters
    ----------
    content : bytes
        The file; empty lines and lines that begin with ``#`` are skipped.
    system : str
        What to call the system.
    input_format : str
        Format of all files.

    Raises
    ------
    DataFileError
        If a line names fewer than two files.
    """
    evaluations: list[Evaluation] = []
    for line in content.decode("latin-1").split("\n"):
        paths = [path for path in re.split(f"[{_BLANKS}]+", line) if path]
        if line.startswith("#") or not paths:
            continue
        if len(paths) < 2:
            raise DataFileError(
                "File list has to have at least 2 filenames per line (peer model1 model2 ... modelN)"
            )
        name = str(len(evaluations) + 1)
        evaluations.append(Evaluation(name, input_format, {system: paths[0]}, paths[1:]))
    return Configuration(evaluations, [system])


def read_sentences(content: bytes, input_format: str | None) -> bytes:
    """Return the sentences of a file, one a line.

    Raises
    ------
    DataFileError
        If the format is not SEE, ISI or SPL.
    """
    known = (input_format or "").upper()
    if known == "SPL":
        return content
    if known == "SEE":
        return _matches(_SEE_SENTENCE, content)
    if known == "ISI":
        return _matches(_ISI_SENTENCE, content)
    raise DataFileError(f"Unknown input format: {input_format or ''}")


def _matches(sentence: re.Pattern[bytes], content: bytes) -> bytes:
    # A sentence without an end tag holds its line end, which counts under a byte limit: keep a blank for it.
    found: Iterable[re.Match[bytes] | None] = map(sentence.match, _LINE.findall(content))
    return b"\n".join(match[1].replace(b"\n", b" ") for match in found if match)


def read_basic_elements(content: bytes, input_format: str | None) -> bytes:
    """Return the basic elements of a file, one on each line.

    Raises
    ------
    DataFileError
        If the format is neither SIMPLE nor ISI; the script takes ISI files of basic elements for empty.
    """
    known = (input_format or "").upper()
    if known == "SIMPLE":
        return content
    if known == "ISI":
        return b""
    raise DataFileError(f"Unknown input format: {input_format or ''}")
