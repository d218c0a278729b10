"""The one function that cuts text into search words. Both paths use it, so it lives in neither.

Chinese, Japanese and Korean runs become single characters and overlapping pairs, so that every two-character word
is found; everything else becomes words. Width, case and Unicode form do not matter.
"""

from __future__ import annotations

import re
import unicodedata

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af\U00020000-\U0003134f"
_RUN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:[+#]+)?")
_IS_CJK = re.compile(rf"[{_CJK}]")


def segment(text: str) -> list[str]:
    """The search words of a text, in order, repeats included."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    words: list[str] = []
    for run in _RUN.findall(folded):
        if _IS_CJK.match(run):
            words.extend(run)
            words.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            words.append(run)
    return words
