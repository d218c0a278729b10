"""The audit as one HTML page: charts as SVG, and findings with their commands. It loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from perdure.control.audit import AuditReport
from perdure.messages import say

BAR, GAP, LABEL, FULL = 18, 6, 150, 260
MOST_SHOWN = 500
_STYLE = """
body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #222; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem; } figure { margin: 0; } figcaption { color: #666; }
table { border-collapse: collapse; width: 100%; } td, th { border-top: 1px solid #ddd; padding: .4rem; text-align: left;
vertical-align: top; } code { background: #f4f4f4; padding: .1rem .3rem; user-select: all; overflow-wrap: anywhere; }
.big { font-size: 2rem; font-weight: 600; } .dim { color: #666; }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } code { background: #2a2a2a; }
td, th { border-color: #333; } .dim, figcaption { color: #999; } svg text { fill: #ddd; } }
"""


def as_page(report: AuditReport, language: str = "en") -> str:
    """The whole page."""

    def word(code: str) -> str:
        return escape(str(say(code, language)))

    checks = {str(say(f"audit.{check}", language)): count for check, count in report.counts.items()}
    titles = {name: str(say(f"audit.{'by_' + name}", language)) for name in report.figures}
    charts = [_chart(word("audit.findings"), checks, "#b0413e")]
    charts += [_chart(escape(titles[name]), counts, "#2e6da4") for name, counts in report.figures.items() if counts]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language)}"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{word('audit.title')}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{word('audit.title')}: {escape(report.agent_id)}</h1>",
            f'<p class="dim">{escape(report.scope)} · {report.at:%Y-%m-%d %H:%M} UTC</p>',
            f'<p><span class="big">{report.sound:.0%}</span> {word("audit.sound")} · {report.active:,}'
            f" {word('audit.active')}</p>",
            f'<div class="charts">{"".join(charts)}</div>',
            f"<h2>{word('audit.findings')}</h2>",
            _table(report, language),
            "</body></html>",
            "",
        ]
    )


def _chart(title: str, counts: Mapping[str, int], fill: str) -> str:
    """Horizontal bars. `title` is escaped already."""
    most, height = max([*counts.values(), 1]), (BAR + GAP) * len(counts) + GAP
    bars = []
    for row, (name, count) in enumerate(counts.items()):
        y = GAP + row * (BAR + GAP)
        width = round(FULL * count / most, 1)
        bars.append(f'<text x="{LABEL - 6}" y="{y + 13}" text-anchor="end" font-size="12">{escape(name)}</text>')
        bars.append(f'<rect x="{LABEL}" y="{y}" width="{width}" height="{BAR}" rx="2" fill="{fill}"/>')
        bars.append(f'<text x="{LABEL + width + 6}" y="{y + 13}" font-size="12">{count:,}</text>')
    size = f'viewBox="0 0 {LABEL + FULL + 60} {height}" width="{LABEL + FULL + 60}" height="{height}"'
    return f'<figure><figcaption>{title}</figcaption><svg {size} role="img">{"".join(bars)}</svg></figure>'


def _table(report: AuditReport, language: str) -> str:
    if not report.findings:
        return f"<p>{escape(str(say('audit.nothing', language)))}</p>"
    rows = []
    for finding in report.findings[:MOST_SHOWN]:
        said = "<br>".join(escape(str(one["content"]) or str(one["key"])) for one in finding.as_json()["items"])
        name = escape(str(say(f"audit.{finding.check}", language)))
        rows.append(
            f"<tr><td>{name}</td><td>{said}<br><span class='dim'>{escape(finding.detail)}</span></td>"
            f"<td><code>{escape(finding.fix)}</code></td></tr>"
        )
    left = len(report.findings) - MOST_SHOWN
    more = f"<p>+ {left:,}</p>" if left > 0 else ""
    return f"<table>{''.join(rows)}</table>{more}"
