// Calculates the width of a name in the display font, so that any name fits on the first line.

/**
 * The widths of letters in hundredths of an em: Fraunces 400 at optical size 144, measured in a
 * browser.
 */
const advances: Record<number, string> = {
  13: "'",
  14: "’",
  17: " .",
  22: "ijí",
  23: "l",
  24: "-",
  26: "f",
  28: "t",
  31: "I",
  36: "Jr",
  38: "s",
  39: "z",
  40: "cç",
  42: "eé",
  43: "aváä",
  44: "xy",
  47: "g",
  48: "bkoqóö",
  49: "d",
  50: "hnpuúñü",
  52: "F",
  54: "L",
  55: "S",
  56: "Z",
  57: "E",
  59: "VY",
  60: "APT",
  62: "BX",
  63: "CR",
  65: "U",
  66: "w",
  67: "KN",
  68: "G",
  70: "D",
  73: "HO",
  74: "Q",
  77: "m",
  79: "M",
  89: "W",
};
/** How much the heading's letter-spacing narrows each letter. */
const tracking = 0.0235;
/**
 * Added for rounding and kerning, because a name of seven letters is 0.014 em wider than its
 * letters.
 */
const slack = 0.02;
/**
 * The width of a letter that wasn't measured. It is wide, because a name that is a little too small
 * is better than one that is cut off.
 */
const unknown = 0.7;

const widthOf = new Map(
  Object.entries(advances).flatMap(([width, letters]) =>
    [...letters].map((letter) => [letter, Number(width) / 100]),
  ),
);

/** Returns the width of the name in the hero, in em, rounded to hundredths. */
export function widthInEm(name: string): number {
  const letters = [...name];
  const width = letters.reduce((sum, letter) => sum + (widthOf.get(letter) ?? unknown), slack);
  return Math.round((width - tracking * letters.length) * 100) / 100;
}
