"""What attacks with a text are expected to do, without carrying them out.

:mod:`~cardkit.referee.foresight.walking` goes through every way in which an attack may turn out,
:mod:`~cardkit.referee.foresight.forecasts` averages them. Nothing here is a rule.
"""
