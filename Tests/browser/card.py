"""Draws the pictures that shared links and home screens show: web/card.png and web/icon.png. No letter of a word is on them.

    card.py [FOLDER]      web if none is named
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from case import CHROMIUM
from server import ROOT

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "web"
SIGN = (ROOT / "web" / "sign.svg").read_text()
FONT = (ROOT / "web" / "fonts" / "sora.woff2").as_uri()
# Lanes as marks of their columns; h behind a lane that is home.
LANES = ["00100 02010 h", "10000 00201 20020 h", "00010 01100 00210", "00000 10010"]
ROWS = 6
COLOURS = {"0": "#6C778C", "1": "#FFC247", "2": "#2BC79B"}


def lane(marks, place):
    """The elements of a lane, `place` counted from 0."""
    columns = [one for one in marks.split() if one != "h"]
    is_home = marks.endswith("h")
    cells = "".join(f"<div class='column'>{''.join(f'<i style=background:{COLOURS[mark]}></i>' for mark in column)}</div>" for column in columns)
    rest = ROWS - len(columns)
    end = f"<div class='trail' style='flex:{rest}'></div>" if is_home else "<div class='column empty'></div>" * rest
    home = f"<div class='home'>{'<i></i>' * 5}</div>" if is_home else ""
    return f"<div class='lane'><b>{place + 1}</b><div class='columns'>{cells}{end}</div><div class='line' style='background-position:0 {-116 * place}px'></div><div class='finish'>{home}</div></div>"


CARD = f"""<!doctype html><meta charset="utf-8"><style>
@font-face {{ font-family: Sora; src: url({FONT}); font-weight: 600 800; }}
* {{ box-sizing: border-box; margin: 0; }}
body {{ width: 1200px; height: 630px; background: #0E1117; color: #F2F5F9; font-family: Sora; overflow: hidden; }}
header {{ display: flex; align-items: center; gap: 22px; height: 166px; padding: 0 56px; }}
header svg {{ width: 76px; height: 76px; }}
header b {{ font-size: 54px; letter-spacing: -0.03em; }}
header span {{ margin-left: auto; color: #9FAABC; font: 600 30px Sora; }}
.lane {{ display: flex; align-items: center; height: 116px; padding-left: 56px; background: #1A202B; border-top: 2px solid #3A4454; }}
.lane > b {{ width: 74px; font: 800 44px Sora; color: #9FAABC; }}
.lane:first-of-type > b {{ color: #F2F5F9; }}
.columns {{ flex: 1; display: flex; gap: 10px; height: 92px; padding-right: 10px; }}
.column, .home {{ flex: 1; display: grid; gap: 3px; }}
.column.empty {{ background: #252E3C; border-radius: 4px; }}
i {{ border-radius: 3px; }}
.trail {{ background: repeating-linear-gradient(#0000 0 15.6px, #1A202B 15.6px 18.8px), linear-gradient(90deg, #2BC79B00, #2BC79B99); }}
.line {{ width: 22px; height: 116px; background: repeating-conic-gradient(#FFF 0 25%, #000 0 50%) 0 0 / 22px 22px; }}
.finish {{ width: 120px; height: 92px; display: flex; padding-left: 0; }}
.home {{ flex: 0 0 34px; }}
.home i {{ background: #2BC79B; }}
</style><header>{SIGN}<b>tilerace</b><span>Race friends on today’s word</span></header>
{"".join(lane(marks, place) for place, marks in enumerate(LANES))}"""
# A home screen rounds the corners itself.
ICON = f"<!doctype html><style>body {{ margin: 0; background: #D63A22; }} svg {{ display: block; width: 180px; height: 180px; }}</style>{SIGN}"


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--allow-file-access-from-files"])
        for name, source, (width, height) in (("card", CARD, (1200, 630)), ("icon", ICON, (180, 180))):
            page = browser.new_page(viewport={"width": width, "height": height})
            file = FOLDER / f".{name}.html"
            file.write_text(source)
            try:
                page.goto(file.as_uri())
                page.evaluate("document.fonts.ready")
                page.screenshot(path=FOLDER / f"{name}.png")
            finally:
                file.unlink()
        browser.close()


if __name__ == "__main__":
    main()
