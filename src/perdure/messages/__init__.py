"""What Perdure says of its own: a code with parameters, put into words per language and per surface, here alone.

`say` makes a `CodedText`, which is its text wherever a text is wanted and still knows its code. A surface that speaks
another language, or names commands where the library names methods, puts the code into its own words with `render`.
A language is one file beside this one, such as `en.py`.
"""

from perdure.messages.message import CodedText, Surface, coded, read, render, say

__all__ = ["CodedText", "Surface", "coded", "read", "render", "say"]
