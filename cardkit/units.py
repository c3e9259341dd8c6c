"""Lengths: cardkit computes in millimetres; PDF points appear only where a page is written."""

from __future__ import annotations

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


def mm_to_points(length_mm: float) -> float:
    """Return a length in PDF points (1/72 inch).

    >>> round(mm_to_points(25.4), 6)
    72.0
    """
    return length_mm * POINTS_PER_MM


def points_to_mm(length_pt: float) -> float:
    """Return a length in millimetres; the inverse of :func:`mm_to_points`."""
    return length_pt / POINTS_PER_MM
