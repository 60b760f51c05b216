// @ts-check
/** From the camera to a reading: choose or take a photo, upload it, wait for the reader, show the result. */

import { fetchJson, inLanguage, randomId, Trouble } from "./api.js";
import { button, icon, make, makeSvg } from "./dom.js";
import { editFreely, PictureEditor } from "./picture_editor.js";
import { PhotoLayer } from "./photo_layer.js";
import { shownTime } from "./page.js";
import { shrink } from "./shrink.js";
import { announce, closeSheet, openSheet } from "./sheet.js";
import { awaitReader, lookForReader } from "./reader.js";
import { page, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const MOST_RECENT = 6;
const [QUICK_MS, SLOW_MS, QUICK_UNTIL_MS] = [150, 1000, 3000];
const UNAVAILABLE = 503; // the database is being restarted: the photo is safe, and the request is repeated

/**
 * @param {Table} table
 * @param {PictureEditor | null} [earlier]  the new photo shows another part of the same moment
 */
export function openSnap(table, earlier = null) {
  const news = make("div", { class: "stack news", role: "status" });
  const ways = make("div", { class: "stack" });
  const recent = make("div", { class: "stack" });
  const { sheet } = openSheet(say("snap"), [news, ways, ...(earlier ? [] : [byHand(table), recent])]);
  const begin = (/** @type {File} */ file) => new Snap(table, file, earlier?.from, earlier).run();
  offer(begin, news, ways);
  if (!earlier) void listRecent(table, recent);
  void follow(begin, sheet, news, ways);
}

/**
 * Offers to take or choose a photo, unless the reader is unavailable.
 * @param {(file: File) => void} begin
 * @param {HTMLElement} news
 * @param {HTMLElement} ways
 */
function offer(begin, news, ways) {
  const { ready, message } = page.reader;
  news.replaceChildren(...(ready ? [] : [missing(message), make("p", { class: "soft" }, say("reader_watched"))]));
  if (!ready) return ways.replaceChildren();
  if (page.game?.practice === "photo") return ways.replaceChildren(make("p", { class: "soft" }, say("sample_photo_lead")), sample(begin));
  const lead = make("p", { class: "soft" }, say("snap_lead"));
  ways.replaceChildren(lead, picker(begin, say("take_photo"), "camera", true), picker(begin, say("choose_photo"), "image", false));
}

/**
 * Uses the sample photo of a practice game instead of the camera.
 * @param {(file: File) => void} begin
 */
function sample(begin) {
  const take = async () => {
    const answer = await fetch("/practice/photo.jpg").catch(() => null);
    if (answer?.ok) begin(new File([await answer.blob()], "photo.jpg", { type: "image/jpeg" }));
    else openSheet(say("snap"), [make("p", { class: "note is-warning" }, say("offline"))]);
  };
  return button(say("sample_photo"), take, { look: "is-main is-wide", icon: "image", id: "sample-photo" });
}

/** @param {string} message */
function missing(message) {
  return make("p", { class: "note is-warning" }, message);
}

function back() {
  return make("p", { class: "note is-good" }, say("reader_back"));
}

/**
 * Checks whether the reader is available now, since the page's information may be old, and waits for it.
 * @param {(file: File) => void} begin
 * @param {HTMLElement} sheet
 * @param {HTMLElement} news
 * @param {HTMLElement} ways
 */
async function follow(begin, sheet, news, ways) {
  const was = page.reader.ready;
  const { ready } = await lookForReader();
  if (!sheet.isConnected) return;
  if (ready !== was) offer(begin, news, ways);
  if (ready || !(await awaitReader(sheet))) return;
  offer(begin, news, ways);
  news.append(back());
}

/**
 * The game's photos that have been read, which any phone may open again.
 * @param {Table} table
 * @param {HTMLElement} place
 */
async function listRecent(table, place) {
  const list = await fetchJson(`${table.path}/photos`).catch(() => ({ photos: [] }));
  const read = list.photos.filter((/** @type {any} */ photo) => photo.state === "done" && photo.thumb).reverse();
  if (!read.length) return;
  const items = read.slice(0, MOST_RECENT).map((/** @type {any} */ photo) => {
    const open = async () => {
      const again = await table.attempt(() => readAgain(table, photo.id));
      if (!again?.reading) return;
      closeSheet();
      table.take(new PictureEditor(table, again));
    };
    const time = make("span", { class: "small soft number" }, shownTime(photo.at));
    return make("li", {}, make("button", { type: "button", onclick: open }, make("img", { src: photo.thumb, alt: say("photo"), loading: "lazy" }), time));
  });
  place.append(make("h3", {}, say("recent_photos")), make("ul", { class: "recent" }, ...items));
}

/** @param {Table} table */
function byHand(table) {
  const go = () => {
    closeSheet();
    editFreely(table);
  };
  return button(say("by_hand_instead"), go, { look: "is-plain", id: "by-hand" });
}

/**
 * A button with a file input; with `capture`, a phone opens its camera directly.
 * @param {(file: File) => void} begin
 * @param {string} words
 * @param {string} picture
 * @param {boolean} camera
 */
function picker(begin, words, picture, camera) {
  const input = /** @type {HTMLInputElement} */ (
    make("input", { type: "file", accept: page.photo.accept, capture: camera ? "environment" : null, class: "file", id: camera ? "take-photo" : "choose-photo" })
  );
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) begin(file);
  });
  return make("label", { class: `button is-wide ${camera ? "is-main" : ""}` }, icon(picture), words, input);
}

class Snap {
  /**
   * @param {Table} table
   * @param {File} file
   * @param {number} [from]  the revision it was taken at
   * @param {PictureEditor | null} [earlier]  what earlier photos of the same moment showed
   */
  constructor(table, file, from = table.state.revision, earlier = null) {
    this.table = table;
    this.file = file;
    this.upload = randomId();
    this.from = from;
    this.earlier = earlier;
    this.given_up = false;
  }

  async run() {
    this.bar = make("progress", { max: 100, value: 0, "aria-label": say("sending") });
    this.step = make("p", { class: "prompt" }, say("sending"));
    this.shown = URL.createObjectURL(this.file);
    const { close } = openSheet(
      say("snap"),
      [make("img", { class: "snap-preview", src: this.shown, alt: say("your_photo") }), this.step, this.bar],
      { onClose: () => this.stop() },
    );
    try {
      const photo = await this.send(await this.prepare());
      const reading = await this.wait(photo);
      if (this.given_up) return;
      this.finished = true;
      close();
      await this.show(photo, reading);
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      this.finished = true;
      if (!this.given_up) this.fail(trouble);
    }
  }

  /** The photo to upload; a photo that the server would refuse is not sent. */
  async prepare() {
    const limit = page.photo.max_bytes;
    const blob = await shrink(this.file, page.photo.halve_from);
    if (blob.size > limit) throw new Trouble("too-large", say("photo_too_large", { megabytes: Math.floor(limit / 2 ** 20) }));
    return blob;
  }

  /** Stops waiting when the sheet is closed. */
  stop() {
    if (this.finished) return;
    this.given_up = true;
    this.request?.abort();
  }

  /**
   * Uploads with progress, which only XMLHttpRequest reports; repeats it once with the same id if the phone fell asleep.
   * @param {Blob} blob
   * @returns {Promise<string>}
   */
  async send(blob) {
    try {
      return await this.sendOnce(blob);
    } catch (trouble) {
      if (this.given_up || !(trouble instanceof Trouble) || trouble.slug !== "offline") throw trouble;
      await pause(SLOW_MS);
      return this.sendOnce(blob);
    }
  }

  /**
   * @param {Blob} blob
   * @returns {Promise<string>}
   */
  sendOnce(blob) {
    const form = new FormData();
    form.append("upload", this.upload);
    form.append("from", String(this.from));
    form.append("photo", blob, "photo.jpg");
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      this.request = request;
      request.open("POST", inLanguage(`${this.table.path}/photos`));
      request.responseType = "json";
      request.upload.addEventListener("progress", (event) => this.progress(event.loaded / Math.max(1, event.total)));
      request.addEventListener("load", () => {
        const body = request.response ?? {};
        if (request.status < 300) resolve(body.photo);
        else reject(new Trouble(body.problem ?? "unknown", body.message ?? say("no_answer"), request.status, body));
      });
      for (const lost of ["error", "abort", "timeout"]) request.addEventListener(lost, () => reject(new Trouble("offline", say("offline"))));
      request.send(form);
    });
  }

  /** @param {number} share */
  progress(share) {
    this.bar?.setAttribute("value", String(Math.round(100 * share)));
    if (share >= 1) this.reading();
    else this.showStatus(say("sent", { percent: Math.round(100 * share) }));
  }

  reading() {
    this.bar?.removeAttribute("value");
    this.showStatus(say("reading"));
  }

  /** @param {string} words */
  showStatus(words) {
    if (this.step && this.step.textContent !== words) this.step.textContent = words;
  }

  /**
   * Polls often at first, then every second.
   * @param {string} job
   */
  async wait(job) {
    this.reading();
    announce(say("reading"));
    const started = performance.now();
    while (!this.given_up) {
      const report = await fetchJson(jobAddress(job, this.from, this.earlier ? photosOf(this.earlier) : [])).catch((trouble) => {
        const passes = trouble instanceof Trouble && (trouble.slug === "offline" || trouble.status === UNAVAILABLE);
        if (passes) return { state: "waiting" };
        throw trouble;
      });
      if (report.state === "done") return report.reading;
      if (report.state === "failed") throw new Trouble(report.problem.problem, report.problem.message, 422, report.problem);
      await pause(performance.now() - started < QUICK_UNTIL_MS ? QUICK_MS : SLOW_MS);
    }
    return null;
  }

  /**
   * @param {string} photo
   * @param {any} reading
   */
  async show(photo, reading) {
    const { table } = this;
    const layer = new PhotoLayer(reading, [this.shown ?? "", ...addresses(table, photo)]);
    await layer.fit(table.view.geometry);
    await table.refresh();
    table.take(new PictureEditor(table, { reading, photo, layer, from: this.from, earlier: this.earlier }));
  }

  /** @param {Trouble} trouble */
  fail(trouble) {
    if (["reader-missing", "offline", "send-again"].includes(trouble.slug)) return void this.hold(trouble.message);
    if (trouble.slug === "other-board") return void this.offerOtherBoard(trouble);
    const { markers, photo_size } = trouble.details;
    const tips = ["board-not-found", "several-boards", "mirrored"].includes(trouble.slug)
      ? make("ul", { class: "tips" }, ...["help_photo_whole", "help_photo_light", "help_photo_above"].map((name) => make("li", {}, say(name))))
      : null;
    const again = (/** @type {File} */ file) => this.again(file);
    openSheet(say("photo_failed"), [
      make("p", { class: "note is-wrong", role: "alert" }, trouble.message),
      this.shown && photo_size && tips ? seen(this.shown, photo_size, markers ?? []) : null,
      tips,
      picker(again, say("take_another"), "camera", true),
      picker(again, say("choose_photo"), "image", false),
      this.earlier ? null : byHand(this.table),
    ]);
  }

  /** @param {File} file */
  again(file) {
    void new Snap(this.table, file, this.earlier?.from, this.earlier).run();
  }

  /**
   * The photo shows another board: offers to play on that one or to photograph this game's.
   * @param {Trouble} trouble
   */
  offerOtherBoard({ message, details }) {
    const start = () => location.assign(`/new?board=${encodeURIComponent(details.board_found)}`);
    openSheet(say("other_board"), [
      make("p", { class: "note is-wrong", role: "alert" }, message),
      picker((file) => this.again(file), say("take_another"), "camera", true),
      details.board_found ? button(say("start_on_that_board"), start, { look: "is-wide", id: "start-on-that-board" }) : null,
    ]);
  }

  /**
   * Keeps the photo until the app answers and its reader is available.
   * @param {string} message
   */
  async hold(message) {
    const { table, file } = this;
    const news = make("div", { class: "stack news", role: "status" }, missing(message), make("p", { class: "soft" }, `${say("reader_waits")} ${say("reader_watched")}`));
    const ways = make("div", { class: "stack" });
    const { sheet } = openSheet(say("snap"), [make("img", { class: "snap-preview", src: this.shown, alt: say("your_photo") }), news, ways, byHand(table)]);
    page.reader = { ready: false, message };
    if (!(await awaitReader(sheet))) return;
    const again = button(say("read_photo"), () => new Snap(table, file, this.from, this.earlier).run(), { look: "is-main is-wide", icon: "image", id: "read-photo" });
    news.replaceChildren(back());
    ways.replaceChildren(again);
    again.focus();
  }
}

/**
 * The photo with the markers that were found on it.
 * @param {string} source
 * @param {{ width: number, height: number }} size
 * @param {number[][][]} markers
 */
function seen(source, { width, height }, markers) {
  const marks = markers.map((corners) => makeSvg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }));
  const overlay = makeSvg("svg", { class: "markers", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...marks);
  return make("figure", { class: "markers-seen" }, make("div", {}, make("img", { src: source, alt: say("your_photo") }), overlay), make("figcaption", { class: "small soft" }, say("markers_seen", { n: markers.length })));
}

/**
 * @param {Table} table
 * @param {string} photo
 */
function addresses(table, photo) {
  return [`/games/${table.state.id}/photos/${photo}.jpg`, `/games/${table.state.id}/photos/${photo}-small.jpg`];
}

/**
 * Fetches the reading of a photo of this game.
 * @param {Table} table
 * @param {string} photo
 * @param {number} [after]  the revision whose position it was taken after
 * @param {string[]} [earlier]  other photos of the same moment
 */
export async function readAgain(table, photo, after = table.state.revision, earlier = []) {
  const job = await fetchJson(jobAddress(photo, after, earlier)).catch(() => null);
  if (!job?.reading) return {};
  const layer = new PhotoLayer(job.reading, addresses(table, photo));
  await layer.fit(table.view.geometry);
  return { reading: job.reading, photo, layer };
}

/**
 * The URL of a photo's reading, relative to a revision and combined with other photos of the same moment.
 * @param {string} photo
 * @param {number} after
 * @param {string[]} earlier
 */
function jobAddress(photo, after, earlier) {
  return `/api/jobs/${photo}?${new URLSearchParams([["from", String(after)], ...earlier.map((one) => ["with", one])])}`;
}

/** @param {PictureEditor} editor */
function photosOf({ photo, earlierPhotos }) {
  return photo ? [...earlierPhotos, photo] : earlierPhotos;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
