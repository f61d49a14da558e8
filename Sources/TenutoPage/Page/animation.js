// Drawing at a lower rate than the screen's, so that the browser rests in between.

/**
 * Calls `draw(time)` a given number of times per second while it is running.
 *
 * A request for each frame of the screen would make the browser compose sixty frames a second,
 * although most of them draw nothing.
 */
export class Animation {
  #interval;
  #draw;
  #timer = null;

  constructor(framesPerSecond, draw) {
    // A timer fires up to a screen frame early.
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
