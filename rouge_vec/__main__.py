"""``python -m rouge_vec`` is the command ``rouge-vec``."""

import sys

from rouge_vec.frontends.cli import main

sys.exit(main())
