"""BLAS has one thread while anybody works, and as many as before once nobody does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from threadpoolctl import threadpool_info, threadpool_limits

from perdure.models.one_thread import one_thread


def threads() -> set[int]:
    """Of the BLAS that numpy brings. Others that a process loads later (scipy's, for learning) are none of ours."""
    return {
        one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas" and "/numpy" in one["filepath"]
    }


def narrowed() -> set[int]:
    with one_thread():
        return threads()


def test_who_leaves_first_does_not_widen_it_for_the_others() -> None:
    with threadpool_limits(2, user_api="blas"):
        with ExitStack() as second:
            with ExitStack() as first:
                first.enter_context(one_thread())
                second.enter_context(one_thread())
            assert threads() == {1}
        assert threads() == {2}


def test_every_thread_narrows_it_not_only_the_first_that_ever_did() -> None:
    with threadpool_limits(2, user_api="blas"):
        assert narrowed() == {1}
        with ThreadPoolExecutor(1) as other:
            assert other.submit(narrowed).result() == {1}
        assert threads() == {2}


def test_it_is_put_back_after_an_error() -> None:
    with threadpool_limits(2, user_api="blas"):
        try:
            with one_thread():
                raise ValueError
        except ValueError:
            pass
        assert threads() == {2}
