// @ts-check
/** The stepped pictures of How to play, moved by buttons or playing automatically. Without scripts they scroll sideways. */

import { icon, make } from "./dom.js";
import { say } from "./words.js";

const STEP_MS = 3500;

/** A strip of steps of which one is shown. */
class Lesson {
  /** @param {HTMLElement} part */
  constructor(part) {
    this.strip = /** @type {HTMLElement} */ (part.querySelector(".steps-strip"));
    this.count = this.strip.children.length;
    this.number = 0;
    this.timer = 0;
    if (this.count < 2) {
      this.strip.removeAttribute("tabindex");
      return;
    }
    this.place = make("span", { class: "small soft step-count number", "aria-live": "polite" });
    this.play = this.key("play", "learn_run", () => (this.timer ? this.stop() : this.run()));
    part.append(
      make("div", { class: "step-keys" }, this.key("back", "learn_previous", () => this.turn(-1)), this.place, this.key("next", "learn_next", () => this.turn(1)), this.play),
    );
    this.strip.addEventListener("scroll", () => this.updateStep());
    this.strip.addEventListener("pointerdown", () => this.stop());
    this.strip.addEventListener("keydown", (event) => this.pressed(event));
    this.updateStep();
  }

  /**
   * @param {string} picture
   * @param {string} words
   * @param {() => void} onclick
   */
  key(picture, words, onclick) {
    return make("button", { type: "button", class: "icon-button", "aria-label": say(words), onclick }, icon(picture));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.turn(by);
  }

  /**
   * Moves a number of steps forward or back, and stops there.
   * @param {number} by
   */
  turn(by) {
    this.stop();
    this.show((this.number + by + this.count) % this.count);
  }

  /** @param {number} number */
  show(number) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.strip.scrollTo({ left: number * this.strip.clientWidth, behavior: calm ? "auto" : "smooth" });
  }

  /** Updates the display of the current step. */
  updateStep() {
    this.number = Math.round(this.strip.scrollLeft / Math.max(1, this.strip.clientWidth));
    const words = say("learn_step", { n: this.number + 1, most: this.count });
    if (this.place && this.place.textContent !== words) this.place.textContent = words;
  }

  run() {
    this.mark("stop", "learn_stop");
    this.show((this.number + 1) % this.count);
    this.timer = setInterval(() => this.show((this.number + 1) % this.count), STEP_MS);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.mark("play", "learn_run");
  }

  /**
   * @param {string} picture
   * @param {string} words
   */
  mark(picture, words) {
    this.play?.replaceChildren(icon(picture));
    this.play?.setAttribute("aria-label", say(words));
  }
}

/** @param {ParentNode} part */
export function bindLessons(part) {
  for (const lesson of part.querySelectorAll(".lesson")) new Lesson(/** @type {HTMLElement} */ (lesson));
}
