// Icons of what mostly comes after the first sight of a page. `icon` draws them at once for who has it from here.

import { icon, strokes } from "./elements.js";

Object.assign(strokes, {
  again: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5",
  close: "M6 6l12 12M18 6L6 18",
  download: "M12 4v11M8 11l4 4 4-4M5 19h14",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  left: "M14.5 5.5L8 12l6.5 6.5",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  pen: "M4 20l1-4L16 5l3 3L8 19z",
  calendar: "M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7",
  chart: "M5 20v-6M12 20V5M19 20v-9",
  people:
    "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM2.5 19.5a6.5 6.5 0 0 1 13 0M16 5.4a3 3 0 0 1 0 5.8M18 14.2a6 6 0 0 1 3.5 5.3",
  play: "M8 5.5l10.5 6.5L8 18.5z",
  right: "M9.5 5.5L16 12l-6.5 6.5",
  speaker: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  shuffle: "M3 7h3.5c5 0 6 10 11 10H21M3 17h3.5c1.8 0 3-1.3 4-3M13.5 10c1-1.7 2.2-3 4-3H21M18 4l3 3-3 3M18 14l3 3-3 3",
  stage: "M3 5h18v11H3zM9 20h6M12 16v4",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  bell: "M6 17h12l-1.5-2.5V10a4.5 4.5 0 0 0-9 0v4.5zM10.5 20a1.6 1.6 0 0 0 3 0M12 5.5V3.5",
  hidden:
    "M4 4l16 16M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a15 15 0 0 1-2.6 3.3M6.2 7.4A15 15 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1M10.1 10.1a2.7 2.7 0 0 0 3.8 3.8",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mask: "M3 8.5c3-1.6 6-1.2 9 0 3-1.2 6-1.6 9 0 .3 4.2-1.6 7.5-4.6 7.5-2 0-3.2-1.4-4.4-3-1.2 1.6-2.4 3-4.4 3C4.6 16 2.7 12.7 3 8.5zM7 11.5h2M15 11.5h2",
  share: "M12 15V4M8 8l4-4 4 4M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6",
  trophy: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4a3 3 0 0 0 3.5 4M17 6h3a3 3 0 0 1-3.5 4M12 14v4M8 20h8",
});

export { icon, strokes };
