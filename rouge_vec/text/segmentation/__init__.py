"""Rules of the js-rouge sentence segmenter: quotations, brackets, ellipses, footnotes, questions and lists."""
