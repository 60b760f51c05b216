// @ts-check
/** Makes a photo smaller while it is decoded, where the server says that the reader loses nothing by it. */

const QUALITY = 0.92;
const PROBE = 16;
const LIKE = 12;

/**
 * Gives a smaller photo, or the photo itself whenever there is any doubt. Never a canvas of the full size: phones give a black one.
 * @param {File} file
 * @param {number | null} longest  pixels of the longer side
 * @returns {Promise<Blob>}
 */
export async function shrink(file, longest) {
  if (!longest) return file;
  try {
    const whole = await createImageBitmap(file);
    const scale = longest / Math.max(whole.width, whole.height);
    const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
    whole.close();
    if (scale >= 1) return file;
    const small = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d")?.drawImage(small, 0, 0);
    small.close();
    const packed = await new Promise((/** @type {(made: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    canvas.width = canvas.height = 0;
    const isLike = packed && Math.abs((await brightness(packed)) - (await brightness(file))) < LIKE;
    return packed && isLike && packed.size < file.size ? packed : file;
  } catch {
    return file;
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
