"""Everything that is asked: options and their signature, dialects, rouge types, what names a caller's function.

Made once by ``RougeOptions.build`` and never changed; the rest of the package only reads it.
"""

__all__ = [
    "dialects",
    "digests",
    "families",
    "keywords",
    "option_checks",
    "other_words",
    "rouge_options",
    "rouge_types",
    "signature_reading",
    "stages",
]
