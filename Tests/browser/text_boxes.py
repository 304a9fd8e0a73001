"""Where every text of a page stands: what is clipped, what lies over another, and what is cut at the wrong end."""

# Each text with the box it is seen in. A name may be cut, at its end and with an ellipsis: then the box of its line
# counts.
FAULTS = """(root) => {
    const faults = [], texts = [];
    const box = (one) => one.getBoundingClientRect();
    // What is clipped to nothing is there for those who hear the page.
    const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest(".spoken") && getComputedStyle(one).clipPath !== "inset(50%)";
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, owner = node.parentElement;
        if (!node.data.trim() || !isSeen(owner)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        let { left, right, top, bottom } = range.getBoundingClientRect();
        const words = node.data.trim();
        const line = owner.closest(".name, .who, .step-name, h1, h2, .party-one, .stage-sub");
        const style = line && getComputedStyle(line);
        if (line && style.textOverflow === "ellipsis") {
            const seen = box(line);
            if (right - left > seen.width) {
                const first = document.createRange();
                const { segment } = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(node.data)][0];
                first.setStart(node, 0);
                first.setEnd(node, segment.length);
                const start = first.getBoundingClientRect();
                if (start.left < seen.left - 1 || start.right > seen.right + 1) faults.push(`${words}: cut at its start`);
            }
            left = Math.max(left, seen.left);
            right = Math.min(right, seen.right);
        }
        for (let above = owner; above; above = above.parentElement) {
            if (above === line || getComputedStyle(above).overflow === "visible") continue;
            const edge = box(above);
            if (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1) {
                faults.push(`${words}: clipped by ${above.className || above.tagName}`);
            }
        }
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`${words}: off the screen`);
        texts.push({ words, left, right, top, bottom });
    }
    texts.forEach((a, index) => {
        for (const b of texts.slice(index + 1)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) faults.push(`${a.words} lies over ${b.words}`);
        }
    });
    return [texts.length, faults];
}"""


def text_faults(page, root="main"):
    """The number of texts that are seen, and what is wrong with any of them."""
    return page.locator(root).evaluate(FAULTS)
