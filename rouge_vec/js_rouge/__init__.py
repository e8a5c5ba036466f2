"""The wing of js-rouge: its Penn Treebank tokens and its sentence finder, rule for rule.

What comes out is what js-rouge 3.2.3 gives, also where its rules are odd. The rules follow that package, whose notice
stands in NOTICE beside this file. ``python -m benchmarks.js_rouge_difference`` compares both on random texts.

Tokens
------
:mod:`treebank` is a fixed sequence of passes over a sentence: quotation marks, punctuation, brackets, dashes, clitics,
contractions. Each pass sees what the one before left, so their order is part of the rule.

Sentences
---------
:mod:`segmenter` takes a text through these phases, each of which reads the text and what was found before it:

1. **Lists** (:mod:`lists`, :mod:`list_quotes`). "1. First 2. Second" is taken apart at its labels, and each item goes
   through all phases by itself, up to 32 lists deep. Labels inside quotations do not count.
2. **What stands in the text** (:mod:`source`), found once and looked up by the rules: pairs of quotation marks
   (:mod:`quotations`, with :mod:`apostrophes`, :mod:`openings` and :mod:`elisions` to tell a mark from an apostrophe),
   angle brackets (:mod:`angles`), web addresses (:mod:`addresses`), spaced ellipses (:mod:`ellipses`), asides
   (:mod:`asides`).
3. **Pieces** (:mod:`pieces`). One pass over all marks and terminators cuts the text where a sentence may end. At each
   full stop, question or exclamation mark these rules are asked, and the first that answers decides:

   a. a terminator before another one, in a label of a list, or inside a word or number, ends nothing;
   b. a full stop that an ellipsis protects ends nothing (:mod:`ellipses`);
   c. footnote numbers behind it belong to the sentence, and say whether it ends (:mod:`citations`,
      :mod:`citation_quotes`, :mod:`citation_marks`);
   d. a question with "who" or "which" that holds a quotation ends only where the question ends
      (:mod:`scoped_questions`);
   e. an ellipsis ends a sentence by rules of its own (:mod:`ellipsis_ends`, :mod:`ellipsis_quotes`);
   f. everything else by what closes behind it and what follows: closing quotes and brackets, who said it, capitals,
      numbers, abbreviations (:mod:`endings`, :mod:`questions`, :mod:`continuations`); without a blank behind it only
      where :mod:`boundaries` knows the pattern.
4. **Merging** (:mod:`merging`). Pieces are put together again where a sentence goes on. For each piece the first of
   these that fits decides: line breaks, an abbreviation at its end (:mod:`abbreviations`), a single letter, two dots.

Four places keep quotations in different ways, because the package does: (2) pairs marks once for the whole text, (e)
nests them with an idea of apostrophes of its own, (c) keeps one stack of all kinds, and lists skip over them. A mark
may therefore be a quotation to one rule and an apostrophe to another.

:mod:`elisions` says which elided words each of them knows, :mod:`characters` holds the classes of characters as
JavaScript's expressions see them.
"""

__all__ = ["segmenter", "treebank"]
