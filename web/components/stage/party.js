// The celebrations of a stage: it celebrates the end of one, makes sounds if it may, and gives the
// picture away.

import { el, icon } from "../elements/elements.js";
import { onPodium, podiumPlaces } from "../sprint/pace.js";
import { finishTime } from "../../wording.js";
import { sprint } from "../../wording/sprint.js";
import { celebration, stage as words } from "../../wording/stage.js";
import { bars } from "./bars.js";

/** ms for which the buttons stay after the pointer has moved. */
const awake = 4_000;
/** Rounds of a series that are kept, more than a series has. */
const most = 32;

export class Party {
  /** @param {import("./stage.js").StageView} stage */
  constructor(stage) {
    this.stage = stage;
    this.app = stage.app;
    /** @type {Map<string, import("./highlights.js").Round>} rounds of the series that are over */
    this.rounds = new Map();
    this.series = 0;
    /** The word of the day that somebody had still to finish while this page looked on. */
    this.running = "";
    /** The key of what is celebrated, or has been. */
    this.key = "";
    /**
     * Names as they were when the celebration began. @type {Pick<import("../../state.js").Room, "members" |
     * "pseudonyms"> | null}
     */
    this.named = null;
    /** @type {import("./celebration.js").Celebration | null} */
    this.film = null;
    /** @type {import("./sound.js").Sound | null} */
    this.sound = null;
    this.phase = "";
    this.homes = 0;
    this.lit = 0;
    this.wakeTimer = 0;
    this.soundButton = this.button("speaker", words.sound, () =>
      this.app.preferences.set("sound", this.hasSound ? "off" : "on"),
    );
    this.againButton = this.button("again", words.again, () => this.again());
    this.pictureButton = this.button("download", words.picture, () => void this.openPicture());
    this.tools = el("div", { class: "stage-tools" }, this.soundButton, this.againButton, this.pictureButton);
    this.steps = el("div", { class: "stage-first", hidden: true });
    this.changed = () => void this.showSound();
    this.app.preferences.addEventListener("change", this.changed);
    this.wake = () => {
      clearTimeout(this.wakeTimer);
      this.tools.classList.add("awake");
      this.wakeTimer = window.setTimeout(() => this.tools.classList.remove("awake"), awake);
    };
    document.addEventListener("pointermove", this.wake);
    void this.showSound();
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {() => void} click
   */
  button(name, text, click) {
    return el(
      "button",
      { type: "button", class: "stage-tool", on: { click } },
      icon(name),
      el("span", { text }),
    );
  }

  get isShown() {
    return this.film !== null;
  }

  get hasSound() {
    return this.app.preferences.get("sound") === "on";
  }

  async showSound() {
    const { hasSound } = this;
    this.soundButton.setAttribute("aria-pressed", String(hasSound));
    this.soundButton.querySelector("span")?.replaceChildren(hasSound ? words.soundOn : words.soundOff);
    if (hasSound === (this.sound !== null)) return;
    const part = hasSound ? await this.app.load(import("./sound.js")) : null;
    this.sound?.close();
    this.sound = part && this.hasSound && !this.stage.stop.signal.aborted ? new part.Sound() : null;
    // So that one hears what one has switched on.
    this.sound?.play("home");
  }

  /**
   * Follows the race, after each drawing.
   * @param {import("../../state.js").Room} room
   * @param {import("../../state.js").Standing[]} all
   */
  follow(room, all) {
    this.remember(room);
    this.hear(all);
    const { stage } = this;
    const { phase, race } = stage;
    const isDone = phase === "idle" && race !== undefined && all.filter((one) => one.state !== "waiting").length > 1
      && all.every((one) => one.state === "home" || one.state === "out") && all.some((one) => one.state === "home");
    if (phase === "idle" && race && !isDone) this.running = race.race;
    const isSeries = phase === "podium" && podiumPlaces(room.series).some((one) => one.points > 0);
    const key = isSeries ? `series ${room.series?.series}` : isDone && race.race === this.running ? race.race : "";
    this.showSteps(
      room,
      !this.isShown && !stage.dom.page.classList.contains("with-points") ? this.first(room, all) : [],
    );
    this.againButton.hidden = !isDone || this.isShown;
    this.pictureButton.hidden = !(isSeries || isDone);
    if (!key || stage.isOverlay) return this.end();
    if (key !== this.key || (this.film && this.isRenamed(room))) void this.begin(key, room, all);
  }

  /**
   * A small podium beside the lanes, from the first who is home.
   * @param {import("../../state.js").Room} room
   * @param {ReturnType<Party["first"]>} first
   */
  showSteps(room, first) {
    const shape = JSON.stringify([first, first.map(({ seat }) => [room.members.get(seat), room.pseudonyms.has(seat)])]);
    this.steps.hidden = first.length === 0;
    if (this.steps.dataset.shape === shape) return;
    this.steps.dataset.shape = shape;
    this.steps.replaceChildren(bars(room, first, getComputedStyle(this.stage.track.element).fontFamily));
  }

  /** @param {import("../../state.js").Room} room */
  remember({ series, races }) {
    if (series && series.series !== this.series) {
      this.series = series.series;
      this.rounds.clear();
    }
    const race = races.find((one) => one.kind === "sprint" && one.answer);
    if (!race || !series || series.phase === "round" || this.rounds.size >= most) return;
    this.rounds.set(race.race, { round: series.round, race });
  }

  /** @param {import("../../state.js").Standing[]} all */
  hear(all) {
    const { phase } = this.stage;
    const homes = all.filter((one) => one.state === "home").length;
    const isSame = phase === this.phase;
    if (isSame && homes > this.homes && (phase === "racing" || phase === "idle")) this.sound?.play("home");
    if (!isSame && phase === "over" && this.phase === "racing") this.sound?.play("over");
    this.phase = phase;
    this.homes = homes;
  }

  /** @param {number | null} left ms until a round starts */
  tick(left) {
    const lit = left === null ? 0 : left <= 0 ? 4 : Math.min(3, Math.max(0, 4 - Math.ceil(left / 1000)));
    if (lit > this.lit) this.sound?.play(lit === 4 ? "go" : "light");
    this.lit = lit;
  }

  /**
   * Whether somebody has another name by now, or none: who takes a pseudonym wants the old name gone from the wall.
   * @param {import("../../state.js").Room} room
   */
  isRenamed({ members, pseudonyms }) {
    return [...(this.named?.members ?? [])].some(
      ([seat, name]) => members.get(seat) !== name || pseudonyms.has(seat) !== this.named?.pseudonyms.has(seat),
    );
  }

  /**
   * @param {string} key
   * @param {import("../../state.js").Room} room
   * @param {import("../../state.js").Standing[]} all
   */
  async begin(key, room, all) {
    this.key = key;
    this.named = room;
    const parts = await Promise.all([
      import("./celebration.js"),
      this.stage.face?.lanes?.party() ?? null,
      this.app.preload(["/components/stage/celebration.css"]),
    ]).catch(() => this.app.partLost());
    if (!parts || this.key !== key || this.stage.stop.signal.aborted || this.stage.trouble) return;
    const [{ Celebration }, kind] = parts;
    const { race } = this.stage;
    const isSeries = key.startsWith("series");
    const rounds = isSeries ? [...this.rounds.values()] : race ? [{ round: 0, race }] : [];
    this.film?.remove();
    this.film = new Celebration(room, {
      first: this.first(room, all), rounds, of: isSeries ? room.series?.of ?? 0 : 0,
      unit: this.stage.kind?.unit ?? sprint.unit, kind,
      cue: (name) => this.sound?.play(name), onEnd: isSeries ? null : () => this.rest() });
    this.againButton.hidden = this.steps.hidden = true;
    this.stage.dom.stand.replaceChildren(this.film.element);
  }

  /**
   * The players on the podium, with what put them there.
   * @param {import("../../state.js").Room} room
   * @param {import("../../state.js").Standing[]} all
   */
  first(room, all) {
    if (this.stage.phase === "podium")
      return onPodium(podiumPlaces(room.series).filter((one) => one.points > 0))
        .map((one) => ({ ...one, time: "", said: celebration.points(one.points) }));
    return onPodium(all.filter((one) => one.state === "home"))
      .map(({ seat, place, finish }) => {
        const time = finish?.points === undefined ? finishTime(finish?.ms ?? 0) : `${finish.points}`;
        const said =
          finish?.points === undefined ? words.inTurns(time, finish?.turns) : celebration.points(finish.points);
        return { seat, place, points: 0, time, said };
      });
  }

  /** The lanes come back, and what was celebrated is not celebrated again by itself. */
  rest() {
    this.film?.remove();
    this.film = null;
    this.stage.render();
  }

  again() {
    const { room, race } = this.stage;
    if (!room || !race) return;
    this.running = race.race;
    this.key = "";
    this.stage.render();
  }

  /** Nothing to celebrate any more. */
  end() {
    this.key = "";
    if (!this.film) return;
    this.film.remove();
    this.film = null;
    this.stage.render();
  }

  async openPicture() {
    const { stage } = this;
    const { room, phase, race } = stage;
    if (room) await this.app.sheet("picture", { room, race, isSeries: phase === "podium", from: stage.dom.page });
  }

  remove() {
    this.film?.remove();
    this.sound?.close();
    this.sound = null;
    clearTimeout(this.wakeTimer);
    document.removeEventListener("pointermove", this.wake);
    this.app.preferences.removeEventListener("change", this.changed);
  }
}
