"""Texts of one system and its references, read from their files, with what the script says of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rouge_vec.errors import DataFileError
from rouge_vec.rouge155.flags import Arguments, ScriptError
from rouge_vec.rouge155.text_formats import Evaluation, read_basic_elements, read_sentences
from rouge_vec.text.basic_elements import element_lines, split_fields

_FILE_ERROR = 2
_FORMAT_ERROR = 25
_READ_ONLY = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_READ_AT_ONCE = 1 << 16


@dataclass(slots=True)
class Rows:
    """What one system is scored on, one entry for each evaluation that has a text of it.

    Attributes
    ----------
    names : list of str
        ``<evaluation>.<system>``.
    predictions : list of bytes
        One sentence, or basic element, a line.
    references : list of list of bytes
        The same.
    prediction_paths : list of str
        Paths of the predictions.
    reference_paths : list of list of str
        Paths of the references.
    messages : list of str
        What is said while reading for the first metric.
    repeated : list of str
        The part of it that is said again for every other metric.
    """

    names: list[str] = field(default_factory=list)
    predictions: list[bytes] = field(default_factory=list)
    references: list[list[bytes]] = field(default_factory=list)
    prediction_paths: list[str] = field(default_factory=list)
    reference_paths: list[list[str]] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)


class Texts:
    """Reads the files of evaluations; references are read once for all systems.

    Parameters
    ----------
    arguments : Arguments
        Flags that bear on reading: formats, limits, the encoding of paths.
    """

    def __init__(self, arguments: Arguments) -> None:
        self._path_encoding = "latin-1" if arguments.has("z") else "utf-8"
        self._word_limit = int(arguments.number("l", 0))
        self._byte_limit = int(arguments.number("b", 0))
        self._verbose = arguments.has("v")
        self._references: dict[tuple[str, str | None, bool], tuple[bytes, bool]] = {}
        self._known_missing: set[str] = set()

    def read(self, system: str, evaluations: Sequence[Evaluation], of_elements: bool) -> Rows:
        """Read what a system is scored on.

        Parameters
        ----------
        system : str
            Its name.
        evaluations : sequence of Evaluation
            In the order of the configuration.
        of_elements : bool
            Whether the files hold basic elements.

        Raises
        ------
        ScriptError
            If a reference is missing, a format is unknown, or a basic element is malformed.
        """
        rows = Rows()
        for evaluation in evaluations:
            self._add(rows, system, evaluation, of_elements)
        return rows

    def _add(self, rows: Rows, system: str, evaluation: Evaluation, of_elements: bool) -> None:
        name = f"{evaluation.name}.{system}"
        path = evaluation.peers.get(system)
        if path is None:
            self._warn(rows, system, evaluation)
            return
        models = [self._reference(model, evaluation, of_elements) for model in evaluation.models]
        try:
            content = self._content(path)
        except OSError:
            if name not in self._known_missing:
                self._warn(rows, system, evaluation)
                rows.messages.append(f"Cannot open {path}")
            return
        prediction, is_empty = self._text(content, evaluation.input_format, of_elements)
        files = [(path, is_empty)]
        files += [(model, is_empty) for model, (_, is_empty) in zip(evaluation.models, models, strict=True)]
        said = [line for file, is_empty in files for line in self._said(file, is_empty, of_elements)]
        rows.messages += said
        rows.repeated += said
        rows.names.append(name)
        rows.predictions.append(prediction)
        rows.references.append([text for text, _ in models])
        rows.prediction_paths.append(path)
        rows.reference_paths.append(evaluation.models)

    def _said(self, path: str, is_empty: bool, of_elements: bool) -> Iterator[str]:
        """Yield what the script says while it reads a file."""
        if of_elements and self._verbose:
            yield path
        if is_empty:
            yield f"{'readBE' if of_elements else 'readText'}: {path} -> empty text"

    def _warn(self, rows: Rows, system: str, evaluation: Evaluation) -> None:
        name = f"{evaluation.name}.{system}"
        if name not in self._known_missing:
            self._known_missing.add(name)
            rows.messages.append(
                f"*ROUGE Warning: test instance for peer {system} does not exist "
                f"for evaluation {evaluation.name}"
            )

    def _reference(self, path: str, evaluation: Evaluation, of_elements: bool) -> tuple[bytes, bool]:
        key = path, evaluation.input_format, of_elements
        if key not in self._references:
            try:
                content = self._content(path)
            except OSError as error:
                raise ScriptError(f"Cannot find model summary: {path}", _FILE_ERROR) from error
            self._references[key] = self._text(content, evaluation.input_format, of_elements)
        return self._references[key]

    def _content(self, path: str) -> bytes:
        # Thousands of small files: the plain calls take half the time of a file object.
        file = os.open(path.encode(self._path_encoding), _READ_ONLY)
        try:
            pieces = [os.read(file, _READ_AT_ONCE)]
            while pieces[-1]:
                pieces.append(os.read(file, _READ_AT_ONCE))
        finally:
            os.close(file)
        return b"".join(pieces)

    def _text(self, content: bytes, input_format: str | None, of_elements: bool) -> tuple[bytes, bool]:
        """Return a file's sentences or elements, and whether the script says that it is empty."""
        try:
            if of_elements:
                elements = read_basic_elements(content, input_format)
                _check_elements(elements)
                return elements, not elements
            text = read_sentences(content, input_format)
        except DataFileError as error:
            raise ScriptError(error.problem, _FORMAT_ERROR) from error
        if self._word_limit < 0 or self._byte_limit < 0:
            text = _below_zero(text, self._byte_limit)
        return text, bool(self._word_limit or self._byte_limit) and self._is_cut_to_nothing(text)

    def _is_cut_to_nothing(self, text: bytes) -> bool:
        """Tell whether the limit leaves nothing: no line has a byte, or the one word kept is empty."""
        line = text.lstrip(b"\n").partition(b"\n")[0]
        return not line or (self._word_limit == 1 and line[:1].isspace() and not line.isspace())


def _below_zero(text: bytes, byte_limit: int) -> bytes:
    """Cut as the script does with a limit below 0: no word, or the first line without its last bytes."""
    return text.lstrip(b"\n").partition(b"\n")[0][:byte_limit] if byte_limit else b""


def _check_elements(elements: bytes) -> None:
    for line in element_lines(elements):
        if len(split_fields(line)) != 3:
            shown = line.lower().decode("latin-1")
            raise ScriptError(
                f"Basic Element (BE) input file is invalid: *{shown}*\n"
                "A BE file has to be in this format per line: HEAD|MODIFIER|RELATION\n"
                "For more infomation about BE, go to: http://www.isi.edu/~cyl/BE"
            )
