"""Words of strangers made safe for a page: names of cards, pools and houses."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What neither XML nor UTF-8 can hold."""


def text(words: object) -> str:
    """Return words for the text or an attribute of HTML and SVG.

    >>> text("<b> & '1'")
    '&lt;b&gt; &amp; &#x27;1&#x27;'
    """
    return escape(_UNFIT.sub("\ufffd", str(words)))


def script_json(value: Any) -> str:
    r"""Return JSON that may stand within a ``script`` element: nothing in it can end that.

    >>> script_json("</script>")
    '"\\u003c/script>"'
    """
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNFIT.sub("\ufffd", written).replace("<", "\\u003c")
