// A classroom: what the page leaves out there, and my own lanes, of which the server tells nothing before the end.

/** @typedef {import("../../state.js").Room} Room */
/** @typedef {import("../../state.js").Game} Game */

/**
 * Marks the page as that of a pupil or of a teacher, which the style of classrooms asks for.
 * @param {import("../../main.js").App} app
 */
export function attend({ isPupil, store }) {
  const root = document.documentElement;
  const isNew = root.dataset.class === undefined;
  root.dataset.class = isPupil ? "pupil" : "teacher";
  if (isNew && isPupil) followMine(store);
}

/**
 * Keeps my lanes as far as my boards are.
 * @param {import("../../store.js").Store} store
 */
function followMine(store) {
  const follow = () => {
    for (const room of store.rooms.values()) {
      const next = withMine(room, store.games);
      if (next !== room) store.setRoom(next);
    }
  };
  for (const topic of ["room", "game", "judged"]) store.addEventListener(topic, follow);
  follow();
}

/**
 * The room with my own lanes as my boards have them. What the server tells of them in the end falls on the same rows.
 * @param {Room} room
 * @param {Map<string, Game>} games
 * @returns {Room} the same one if nothing is new
 */
export function withMine(room, games) {
  const { seat, code } = room;
  if (seat === null) return room;
  const races = room.races.map((race) => {
    const game = games.get(race.puzzle ?? `${code}/${race.race}`);
    if (!game || game.ranked === false) return race;
    const lane = race.lanes.get(seat);
    const isKnown = lane && lane.rows.length >= game.guesses.length && (lane.finish || !game.result);
    if (isKnown) return race;
    const rows = game.guesses.map(({ word, ...row }) => row);
    const mine = { ...lane, seat, rows, finish: game.result ?? lane?.finish ?? null };
    return { ...race, lanes: new Map(race.lanes).set(seat, mine) };
  });
  return races.every((race, index) => race === room.races[index]) ? room : { ...room, races };
}
