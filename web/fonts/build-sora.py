#!/usr/bin/env python3
"""Makes the page's fonts: variable ones (weight 600 to 800) from three static fonts of Debian's fonts-sora.

Usage: build-sora.py WORK_FOLDER    (needs PyPI fonttools and brotli; see README.md)
"""
import os
import sys

from fontTools import subset
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from fontTools.varLib import build

SOURCE = "/usr/share/fonts/opentype/sora"
STYLES = {600: "SemiBold", 700: "Bold", 800: "ExtraBold"}
# The signs of ASCII that the page's own words have not in this family.
SIGNS = [ord(sign) for sign in '"#$*<=>@[\\]^_`{|}~']
# ASCII without them, with the dashes, quotes and the ellipsis of the page; and what names alone have: those signs, and
# the letters of Latin-1. The ranges stand in style.css as well, so that a browser asks for another file when a name
# needs it. Other scripts fall back on the system's font.
FILES = {
    "sora": [
        *(code for code in range(0x20, 0x7F) if code not in SIGNS),
        0xA0, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026,
    ],
    "sora-signs": SIGNS,
    "sora-latin-1": [code for code in range(0xC0, 0x100) if code not in (0xD7, 0xF7)],
}


def between(a, b, t):
    return round(a[0] + (b[0] - a[0]) * t), round(a[1] + (b[1] - a[1]) * t)


def subsets(glyphs):
    fonts = {}
    for weight, style in STYLES.items():
        options = subset.Options(hinting=False, desubroutinize=True, notdef_outline=False)
        options.layout_features = ["kern", "tnum"]
        font = TTFont(f"{SOURCE}/Sora-{style}.otf")
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=glyphs)
        subsetter.subset(font)
        fonts[weight] = font
    return fonts


def outline(font, glyph):
    pen = RecordingPen()
    font.getGlyphSet()[glyph].draw(pen)
    return pen.value


def make_compatible(fonts):
    """Where one master draws a glyph with a point more or less, takes its outline from the two others instead."""
    for glyph in fonts[700].getGlyphOrder():
        outlines = {weight: outline(font, glyph) for weight, font in fonts.items()}
        shapes = {weight: [op for op, _ in ops] for weight, ops in outlines.items()}
        if shapes[600] == shapes[700] == shapes[800]:
            continue
        odd = next(weight for weight in fonts if list(shapes.values()).count(shapes[weight]) == 1)
        a, b = (weight for weight in fonts if weight != odd)
        t = (odd - a) / (b - a)
        outlines[odd] = [
            (op, [between(p, q, t) for p, q in zip(pa, pb)])
            for (op, pa), (_, pb) in zip(outlines[a], outlines[b])
        ]
        for weight, ops in outlines.items():
            old = fonts[weight]["CFF "].cff.topDictIndex[0].CharStrings[glyph]
            pen = T2CharStringPen(fonts[weight]["hmtx"][glyph][0] - old.private.nominalWidthX, None)
            for op, points in ops:
                getattr(pen, op)(*points)
            new = pen.getCharString(private=old.private, globalSubrs=old.globalSubrs, optimize=False)
            old.program, old.bytecode = new.program, None


# Thousandths of the size by which an outline of weight 700 may be off the middle of 600 and 800.
MOST = 2


def check_middle(fonts):
    """Holds the masters to what `make` rests on: 700 is half-way from 600 to 800, so that a browser can work it out."""
    for glyph in fonts[700].getGlyphOrder():
        light, middle, heavy = (outline(font, glyph) for font in fonts.values())
        for (_, a), (_, b), (_, c) in zip(light, middle, heavy):
            for p, q, r in zip(a, b, c):
                assert max(abs((p[axis] + r[axis]) / 2 - q[axis]) for axis in (0, 1)) <= MOST, glyph
        widths = [font["hmtx"][glyph][0] for font in fonts.values()]
        assert abs((widths[0] + widths[2]) / 2 - widths[1]) <= MOST, glyph


# Thousandths of the size by which a pair is kerned at least, and to a multiple of which: closer ones no eye tells
# apart.
LEAST, STEP = 12, 5


def round_kerning(font):
    if "GPOS" not in font:
        return
    tables = [table for lookup in font["GPOS"].table.LookupList.Lookup for table in lookup.SubTable]
    for table in (getattr(table, "ExtSubTable", table) for table in tables):
        assert table.LookupType == 2, "only pairs are kerned"
        if table.Format == 1:
            records = [record for pair in table.PairSet for record in pair.PairValueRecord]
        else:
            records = [record for first in table.Class1Record for record in first.Class2Record]
        for value in (value for record in records for value in (record.Value1, record.Value2) if value):
            distance = round(vars(value).get("XAdvance", 0) / STEP) * STEP
            value.XAdvance = distance if abs(distance) >= LEAST else 0


def make(name, glyphs, work):
    fonts = subsets(glyphs)
    make_compatible(fonts)
    check_middle(fonts)
    # All weights are kerned as 700 is: what varies in it takes 1 KB.
    if "GPOS" in fonts[700]:
        round_kerning(fonts[700])
        for font in fonts.values():
            font["GPOS"] = fonts[700]["GPOS"]
    del fonts[700]
    space = DesignSpaceDocument()
    axis = AxisDescriptor()
    axis.name, axis.tag, axis.minimum, axis.default, axis.maximum = "Weight", "wght", 600, 600, 800
    space.addAxis(axis)
    for weight, font in fonts.items():
        path = f"{work}/{weight}.otf"
        font.save(path)
        source = SourceDescriptor()
        source.path, source.name, source.location = path, str(weight), {"Weight": weight}
        source.familyName, source.styleName = "Sora", STYLES[weight]
        space.addSource(source)
    variable, _, _ = build(space)
    # How far below the line a stroke is drawn, and the height of x, are those of 600 in all weights.
    del variable["MVAR"]
    # It tells letters from marks, of which there are none.
    if "GDEF" in variable:
        del variable["GDEF"]
    # No page asks for names of glyphs, nor for those of the family's members.
    variable["post"].formatType = 3.0
    variable["name"].names = [record for record in variable["name"].names if record.nameID not in (3, 4, 5)]
    variable.flavor = "woff2"
    out = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.woff2")
    variable.save(out)
    print(out, os.path.getsize(out), "bytes")


os.makedirs(sys.argv[1], exist_ok=True)
for name, glyphs in FILES.items():
    make(name, glyphs, sys.argv[1])
