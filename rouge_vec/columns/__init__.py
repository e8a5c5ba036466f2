"""Whatever the user holds, as columns: text or tokens, missing values, and who is named in an error."""

__all__ = [
    "foreign_letters",
    "list_marks",
    "places",
    "sentence_marks",
    "sides",
    "string_lists",
    "text_columns",
    "token_columns",
]
