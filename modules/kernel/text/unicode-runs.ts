/** The last sign of Unicode that is a digit lies before this one. */
const end = 0x1fc00;
const blockSize = 0x400;

/** Halves of letters are no signs. */
const isHalf = (block: number) => block >= 0xd800 && block < 0xe000;

const blocks = Array.from({ length: end / blockSize }, (_, at) => at * blockSize).filter((block) => !isHalf(block));
const allSigns = blocks
  .map((block) => String.fromCodePoint(...Array.from({ length: blockSize }, (_, at) => block + at)))
  .join("");

/** The runs of neighbouring signs of Unicode that match `signs`, such as `/\p{Nd}+/gu` for the digits of every script. */
export const unicodeRuns = (signs: RegExp): readonly string[] => allSigns.match(signs) ?? [];
