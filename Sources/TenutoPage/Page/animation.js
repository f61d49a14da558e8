// Drawing at fewer frames than the screen has, so that the browser rests in between.

/**
 * Calls `draw(time)` so many times a second for as long as it is running.
 *
 * A request for each frame of the screen would have the browser compose sixty frames a second, even
 * where most of them draw nothing.
 */
export class Animation {
  #interval;
  #draw;
  #timer = null;

  constructor(framesPerSecond, draw) {
    // A timer is up to a frame of the screen early.
    [this.#interval, this.#draw] = [1000 / framesPerSecond - 8, draw];
  }

  /** Starts or stops it; starting twice has no effect. */
  setRunning(isRunning) {
    if (isRunning === (this.#timer !== null)) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    if (isRunning) this.#next(0);
  }

  #next(delay) {
    const timer = setTimeout(() => requestAnimationFrame((time) => {
      if (this.#timer !== timer) return;
      this.#next(this.#interval);
      this.#draw(time);
    }), delay);
    this.#timer = timer;
  }
}
