"""The report for the eye: one page of HTML, and its charts as pictures.

``charts`` says what is shown, as values; ``drawing`` makes SVG of it and ``raster`` PNG;
``steps`` puts a recorded game into few bytes; ``page`` lays all of it on one page that needs no
other file and no network.
"""
