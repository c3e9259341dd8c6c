from __future__ import annotations

from cardkit.errors import ExitCode, Fault, InputError, SourceUnavailable, UsageError


def test_a_fault_names_place_value_and_remedy() -> None:
    fault = Fault(where="list.csv:7", what="quantity must be a number, got 'x'", remedy="mend it")
    assert str(fault) == "list.csv:7: quantity must be a number, got 'x'; mend it"


def test_an_input_error_carries_every_fault() -> None:
    faults = [Fault(where="$.a", what="one"), Fault(where="$.b", what="two")]
    error = InputError.of(iter(faults))
    assert error.faults == tuple(faults)
    assert str(error) == "$.a: one\n$.b: two"


def test_failures_know_their_exit_code() -> None:
    assert InputError("x").exit_code is ExitCode.BAD_INPUT
    assert UsageError("x").exit_code is ExitCode.USAGE
    assert SourceUnavailable("x").exit_code is ExitCode.SOURCE_UNAVAILABLE
    assert [code.value for code in ExitCode] == [0, 1, 2, 3, 4, 70, 130]
