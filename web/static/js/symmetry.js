// @ts-check
/** The symmetries of a drawing, which repeat a stroke. Around the hex in the middle, in the boards' axial coordinates. */

/** Each image of (q, r) as the coefficients a, b, c, d of (a q + b r, c q + d r). */
const SELF = [1, 0, 0, 1];
const TURNS = [SELF, [0, -1, 1, 1], [-1, -1, 1, 0], [-1, 0, 0, -1], [0, 1, -1, -1], [1, 1, -1, 0]];

/** @type {Record<string, number[][]>} */
export const SYMMETRIES = {
  none: [SELF],
  point: [SELF, TURNS[3]],
  mirror: [SELF, [-1, -1, 0, 1]],
  three: [SELF, TURNS[2], TURNS[4]],
  six: TURNS,
};

/**
 * @param {string} symmetry
 * @param {number} q
 * @param {number} r
 */
export function imagesOf(symmetry, q, r) {
  return SYMMETRIES[symmetry].map(([a, b, c, d]) => [a * q + b * r, c * q + d * r]);
}
