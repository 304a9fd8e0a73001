// Icons of what comes after the first sight of a page. `icon` draws them too for who has it from here.

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
  people: "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM2.5 19.5a6.5 6.5 0 0 1 13 0M16 5.4a3 3 0 0 1 0 5.8M18 14.2a6 6 0 0 1 3.5 5.3",
  play: "M8 5.5l10.5 6.5L8 18.5z",
  right: "M9.5 5.5L16 12l-6.5 6.5",
  stage: "M3 5h18v11H3zM9 20h6M12 16v4",
  tick: "M5 12.5l4.5 4.5L19 7.5",
});

export { icon };
