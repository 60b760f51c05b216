// @ts-check
/**
 * Halves very large photos before upload if the reader loses nothing, since it would decode them at a quarter anyway.
 * The EXIF data about the lens is kept, since the reader uses it.
 */

const QUALITY = 0.92;
const PROBE = 16;
const LIKE = 12;
const HEAD_BYTES = 128 * 1024;
const [JPEG_START, MARK, EXIF_MARK, SCAN_MARK] = [0xffd8, 0xff, 0xe1, 0xda];
const [EXIF_NAME, EXIF_HEADER, ORIENTATION, UPRIGHT] = ["Exif\0\0", 10, 0x0112, 1];

/**
 * Returns a smaller photo, or the photo itself in case of doubt. Never uses a full-size canvas, which is black on phones.
 * @param {File} file
 * @param {number} halveFrom  pixels from which a photo is halved
 * @returns {Promise<Blob>}
 */
export async function shrink(file, halveFrom) {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    if (head[0] * 256 + head[1] !== JPEG_START) return file;
    const [width, height] = await measure(file);
    let times = 1;
    while ((width * height) / times ** 2 >= halveFrom) times *= 2;
    if (times === 1) return file;
    const packed = await pack(file, Math.round(width / times), Math.round(height / times));
    if (packed.size >= file.size || Math.abs((await brightness(packed)) - (await brightness(file))) > LIKE) return file;
    return new Blob([packed.slice(0, 2), uprightExif(head), packed.slice(2)], { type: "image/jpeg" });
  } catch {
    return file;
  }
}

/**
 * Returns the displayed size of a photo without decoding it.
 * @param {Blob} blob
 * @returns {Promise<[number, number]>}
 */
async function measure(blob) {
  const picture = new Image();
  const address = URL.createObjectURL(blob);
  try {
    await new Promise((resolve, reject) => {
      picture.addEventListener("load", resolve);
      picture.addEventListener("error", reject);
      picture.src = address;
    });
    return [picture.naturalWidth, picture.naturalHeight];
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {Blob} blob
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
async function pack(blob, width, height) {
  const small = await createImageBitmap(blob, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(small, 0, 0);
  small.close();
  const packed = await new Promise((/** @type {(made: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  canvas.width = canvas.height = 0;
  if (!packed) throw new Error("no picture");
  return packed;
}

/**
 * The EXIF block of a JPEG file with the orientation set to upright, as drawn by the canvas; undefined if there is none.
 * @param {Uint8Array<ArrayBuffer>} head
 */
function uprightExif(head) {
  const view = new DataView(head.buffer);
  for (let at = 2; at + 4 < head.length && head[at] === MARK && head[at + 1] !== SCAN_MARK; at += 2 + view.getUint16(at + 2)) {
    const end = at + 2 + view.getUint16(at + 2);
    if (head[at + 1] !== EXIF_MARK || end > head.length) continue;
    if (String.fromCharCode(...head.slice(at + 4, at + EXIF_HEADER)) !== EXIF_NAME) continue;
    setUpright(new DataView(head.buffer, at + EXIF_HEADER, end - at - EXIF_HEADER));
    return head.slice(at, end);
  }
  return new Uint8Array();
}

/** @param {DataView} tiff */
function setUpright(tiff) {
  const isLittle = tiff.getUint8(0) === "I".charCodeAt(0);
  const table = tiff.getUint32(4, isLittle);
  for (let entry = 0; entry < tiff.getUint16(table, isLittle); entry++) {
    const at = table + 2 + 12 * entry;
    if (tiff.getUint16(at, isLittle) === ORIENTATION) tiff.setUint16(at + 8, UPRIGHT, isLittle);
  }
}

/** @param {Blob} blob */
async function brightness(blob) {
  const probe = await createImageBitmap(blob, { resizeWidth: PROBE, resizeHeight: PROBE });
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PROBE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(probe, 0, 0);
  probe.close();
  const { data } = context.getImageData(0, 0, PROBE, PROBE);
  return data.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0) / (PROBE * PROBE * 3);
}
