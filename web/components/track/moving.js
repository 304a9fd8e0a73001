// Lanes go to their new places when the order changes, where they would stand there at once.

import { Track } from "./track.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Lanes up to which each change of their order is shown at once. */
const few = 8;
/** ms between two changes of the order of more. */
const between = 1000;

// Many lanes change their order once a second and not with every guess, so that eyes can follow, and processors.
Track.calm = (track, lanes, again) => {
  clearTimeout(track.sorting);
  const now = performance.now();
  const stood = track.standing;
  if (lanes.length === stood.size && lanes.every(({ key }, index) => stood.get(key) === index)) return [...lanes];
  const isSame = lanes.length > few && lanes.every(({ key }) => stood.has(key));
  const rest = track.sortedAt + between - now;
  if (isSame && rest > 0) {
    track.sorting = setTimeout(again, rest);
    return [...lanes].sort((a, b) => (stood.get(a.key) ?? 0) - (stood.get(b.key) ?? 0));
  }
  track.standing = new Map(lanes.map(({ key }, index) => [key, index]));
  track.sortedAt = now;
  return [...lanes];
};

Track.moving = (track) => {
  if (reduced.matches) return null;
  const before = places(track);
  return () => moveFrom(track, before);
};

/**
 * The place at which each lane is seen, and, as `left` and `top` of its offset, where it stands once it has come there.
 * @param {Track} track
 */
function places({ lanes }) {
  return new Map(
    [...lanes].map(([key, { element }]) => [
      key,
      { seen: element.getBoundingClientRect(), left: element.offsetLeft, top: element.offsetTop },
    ]),
  );
}

/**
 * Moves the lanes from where they were seen to their new places.
 * @param {Track} track
 * @param {ReturnType<typeof places>} before
 */
function moveFrom({ lanes }, before) {
  // All is read before anything is written, and the other way round: a browser lays out the page each time the two
  // change.
  const moved = [...lanes].flatMap(([key, lane]) => {
    const was = before.get(key);
    const stood = was && was.left === lane.element.offsetLeft && was.top === lane.element.offsetTop;
    return !was || stood ? [] : [{ lane, seen: was.seen }];
  });
  // A lane that is still on its way turns where it is: what is measured next is its new place, not the way to the old
  // one.
  for (const { lane } of moved) lane.motion?.cancel();
  const now = moved.map(({ lane }) => lane.element.getBoundingClientRect());
  for (const [index, { lane, seen }] of moved.entries()) {
    const is = now[index];
    if (!is) continue;
    const [x, y] = [seen.left - is.left, seen.top - is.top];
    if ((x || y) && seen.height === is.height) {
      // Who gains a place goes over who loses one. Not said in the keyframes: a movement alone is the compositor's
      // work.
      lane.element.style.zIndex = y > 0 ? "2" : "1";
      const motion = lane.element.animate(
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
        { duration: 300, easing: "ease-out" },
      );
      lane.motion = motion;
      motion.onfinish = motion.oncancel = () =>
        void (lane.motion === motion && lane.element.style.removeProperty("z-index"));
    }
  }
}
