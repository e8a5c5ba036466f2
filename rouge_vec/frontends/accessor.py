"""The pandas accessor ``df.rouge``."""

from __future__ import annotations

from typing import Any, Unpack, cast

import pandas as pd

from rouge_vec.api.shown_options import naming_options
from rouge_vec.errors import InputError, nearest_names
from rouge_vec.options.keywords import ScoreKeywords


def _forget_earlier_accessor() -> None:
    """Make room for the accessor if this package was imported before, and dropped, in this process."""
    earlier = vars(pd.DataFrame).get("rouge")
    if getattr(getattr(earlier, "_accessor", None), "__module__", None) == __name__:
        delattr(pd.DataFrame, "rouge")


_forget_earlier_accessor()


@pd.api.extensions.register_dataframe_accessor("rouge")
class RougeAccessor:
    """Score columns of a DataFrame.

    Examples
    --------
    >>> df = pd.DataFrame({"prediction": ["a b"], "reference": ["a b c d"]})
    >>> df.rouge.score(prediction="prediction", reference="reference", rouge_types="rouge1")["rouge1_recall"]
    0    0.5
    Name: rouge1_recall, dtype: float64
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __getattr__(self, name: str) -> Any:
        hint = nearest_names(name, ("score",))
        if not name.startswith("_") and "rouge" in self._frame.columns:
            hint = 'df["rouge"] is the column of that name; df.rouge scores other columns.'
        raise AttributeError(f"df.rouge of rouge_vec has no {name!r}.\nHint: {hint}")

    @naming_options(ScoreKeywords)
    def score(
        self,
        prediction: str = "prediction",
        reference: str | list[str] = "reference",
        **options: Unpack[ScoreKeywords],
    ) -> pd.DataFrame:
        """Score one column against another.

        Parameters
        ----------
        prediction : str
            Name of the column.
        reference : str or list of str
            Name of the column, or names of several that hold one reference each.
        **options
            As in :func:`rouge_vec.score`.

        Returns
        -------
        pandas.DataFrame
            Scores with the index of this frame, ready for ``df.join``.

        Raises
        ------
        InputError
            If there is no such column, or columns are given as for :func:`rouge_vec.score`.
        """
        from rouge_vec.api.functions import score

        for given, meant in (("predictions", "prediction"), ("references", "reference")):
            if given in options:
                value = cast("dict[str, Any]", options)[given]
                name = value if isinstance(value, str) else meant
                raise InputError(
                    f"df.rouge.score has no {given}=, got {value!r}.",
                    f'name a column of this frame: {meant}="{name}".',
                )
        return score(
            predictions=self._column(prediction, "prediction"),
            references=self._references(
                reference,
                options.get("missing", "raise") == "raise"
                and (options.get("missing_references") or "raise") == "raise",
            ),
            **options,
        )

    def _references(self, names: str | list[str], refuse_missing: bool) -> pd.Series:
        if not isinstance(names, list):
            return self._column(names, "reference")
        if not names:
            raise InputError("reference is an empty list.", "give the name of at least one column.")
        columns = [self._column(name, "reference") for name in names]
        for name, column in zip(names, columns, strict=True):
            missing = column.isna()
            if refuse_missing and missing.any():
                raise InputError(
                    f"the column {name!r} has no reference in row {self._frame.index[int(missing.argmax())]!r}.",
                    'missing_references="skip" scores with the references that are there, "nan" gives such rows NaN.',
                )
        return pd.Series(list(map(list, zip(*columns, strict=True))), self._frame.index, object)

    def _column(self, name: str, side: str) -> pd.Series:
        if isinstance(name, pd.Series):
            raise InputError(
                f"{side} is a Series, not a name.", f"name a column of this frame: {side}={name.name!r}."
            )
        if not pd.api.types.is_hashable(name) or name not in self._frame.columns:
            columns = [str(column) for column in self._frame.columns]
            raise InputError(
                f"there is no column {name!r} for the {side}.", nearest_names(str(name), columns)
            )
        column = self._frame[name]
        if not isinstance(column, pd.Series):
            of_levels = name if isinstance(name, tuple) else (name,)
            if len(of_levels) < self._frame.columns.nlevels:
                example = next(one for one in self._frame.columns if one[: len(of_levels)] == of_levels)
                raise InputError(
                    f"{name!r} names several columns, since the columns of this frame have levels.",
                    f"name one of them as a tuple, for example {example!r}.",
                )
            raise InputError(f"the column name {name!r} stands more than once.", "rename the columns.")
        return column
