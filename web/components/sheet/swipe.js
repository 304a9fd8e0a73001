// A sheet follows the finger that pulls it down, and goes when it was pulled far or fast enough.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** px after which a sheet goes, however slowly it was pulled. */
const far = 110;
/** px a millisecond with which it goes sooner, and px that it has to have moved then. */
const fast = 0.5;
const least = 30;

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} body what scrolls in it
 */
export function swipeable(dialog, body) {
  /** @type {{ y: number, at: number } | null} where and when the finger came down */
  let from = null;
  let by = 0;
  dialog.addEventListener("touchstart", ({ touches, target, timeStamp }) => {
    const [touch] = touches;
    by = 0;
    from = touch && touches.length === 1 && isAtTop(target, body) ? { y: touch.clientY, at: timeStamp } : null;
  }, { passive: true });
  dialog.addEventListener("touchmove", (event) => {
    const [touch] = event.touches;
    if (!from || !touch) return;
    by = touch.clientY - from.y;
    // It is read on, by scrolling.
    if (by <= 0 && !dialog.style.translate) from = null;
    if (!from || !event.cancelable) return;
    event.preventDefault();
    dialog.style.translate = `0 ${Math.max(0, by)}px`;
  }, { passive: false });
  const release = (/** @type {TouchEvent} */ { type, timeStamp }) => {
    if (!from || !dialog.style.translate) return;
    const speed = by / Math.max(1, timeStamp - from.at);
    const goes = type === "touchend" && (by > far || (speed > fast && by > least));
    const way = [{ translate: dialog.style.translate }, { translate: goes ? "0 100dvh" : "0 0" }];
    from = null;
    dialog.style.translate = "";
    if (reduced.matches) return goes && dialog.close();
    const motion = dialog.animate(way, {
      duration: goes ? 180 : 140,
      easing: goes ? "ease-in" : "ease-out",
      fill: goes ? "forwards" : "none",
    });
    if (goes) motion.onfinish = () => dialog.close();
  };
  dialog.addEventListener("touchend", release);
  dialog.addEventListener("touchcancel", release);
}

/**
 * Whether a finger that comes down here and pulls would scroll nothing back, nor mark text in a field.
 * @param {EventTarget | null} target
 * @param {HTMLElement} body
 */
function isAtTop(target, body) {
  if (!(target instanceof Element) || target.closest("input:not([type=checkbox], [type=radio]), textarea"))
    return false;
  if (!body.contains(target)) return true;
  for (let one = /** @type {Element | null} */ (target); one && one !== body; one = one.parentElement)
    if (one.scrollTop > 0) return false;
  return body.scrollTop <= 0;
}
