// The sounds of a stage: short notes made by the browser, no files. Only where somebody has switched them on.

/**
 * @type {Record<string, [number, number, number][]>} notes: Hz, and the ms at which each begins and for which it lasts
 */
const tunes = {
  light: [[440, 0, 140]],
  go: [[880, 0, 420]],
  step: [[330, 0, 70]],
  home: [[660, 0, 110], [990, 90, 220]],
  over: [[523, 0, 160], [392, 150, 160], [330, 300, 360]],
  fanfare: [[523, 0, 150], [659, 140, 150], [784, 280, 150], [1047, 420, 700], [784, 420, 700]],
};
/** ms in which one sound is heard once: thirty can come home in one breath. */
const apart = 90;

export class Sound {
  constructor() {
    this.context = new AudioContext();
    this.volume = new GainNode(this.context, { gain: 0.16 });
    this.volume.connect(this.context.destination);
    /** @type {Map<string, number>} */
    this.played = new Map();
    this.stop = new AbortController();
    // Browsers are silent until somebody touches the page, over a reload as well.
    for (const type of ["pointerdown", "keydown"])
      document.addEventListener(type, () => void this.context.resume(), { signal: this.stop.signal });
  }

  /** @param {keyof typeof tunes} name */
  play(name) {
    const now = performance.now();
    if (this.context.state !== "running") {
      void this.context.resume();
      // Not later, when it means nothing any more.
      return;
    }
    if (now - (this.played.get(name) ?? -Infinity) < apart) return;
    this.played.set(name, now);
    for (const [pitch, at, long] of tunes[name] ?? [])
      this.note(pitch, this.context.currentTime + at / 1000, long / 1000);
  }

  /**
   * @param {number} frequency Hz
   * @param {number} at s of the context's clock
   * @param {number} long s
   */
  note(frequency, at, long) {
    const tone = new OscillatorNode(this.context, { type: "triangle", frequency });
    const envelope = new GainNode(this.context, { gain: 0 });
    envelope.gain.setValueAtTime(0, at);
    envelope.gain.linearRampToValueAtTime(1, at + 0.012);
    envelope.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(envelope).connect(this.volume);
    tone.start(at);
    tone.stop(at + long);
  }

  close() {
    this.stop.abort();
    void this.context.close();
  }
}
