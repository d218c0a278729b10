"""`perdure completion`: the script by which a shell completes commands and options."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from perdure.cli.answer import answer
from perdure.cli.place import CommandPlace


class Shell(StrEnum):
    """The shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(place: CommandPlace, shell: Annotated[Shell, typer.Argument(help="Shell.", show_default=False)]) -> None:
    """Print a shell completion script.

    \b
    bash:  echo 'eval "$(perdure completion bash)"' >> ~/.bashrc
    zsh:   echo 'eval "$(perdure completion zsh)"' >> ~/.zshrc   (after compinit)
    fish:  perdure completion fish > ~/.config/fish/completions/perdure.fish
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # not listed, but there since 0.12

    script: str = get_completion_script(prog_name="perdure", complete_var="_PERDURE_COMPLETE", shell=shell.value)
    answer(place, {"shell": shell.value, "script": script}, script)


def be_ready() -> None:
    """Let typer answer the shell: with its own `--install-completion` left out, it knows no shell by itself."""
    from typer.completion import completion_init  # type: ignore[attr-defined]  # as above

    completion_init()
