// How many segments a text takes, as carriers count and bill them. Pure.

// GSM 03.38: 7 bits a character. One character outside of it makes the whole text UCS-2, 16 bits.
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These take two, an escape and a character, which stay in one segment. */
const extended = "\f^{}\\[~]|€";

const costs = new Map<string, number>([
  ...[...basic].map((character): [string, number] => [character, 1]),
  ...[...extended].map((character): [string, number] => [character, 2]),
]);

/** A text of several segments has a header in each, which takes a few characters. */
const capacities = {
  plain: { single: 160, each: 153 },
  unicode: { single: 70, each: 67 },
} as const;

export type TextSegments = {
  /** `unicode`: an emoji, a curly quote or another character makes it longer. */
  encoding: keyof typeof capacities;
  segments: number;
  /** How many plain characters still fit in the last segment. */
  left: number;
};

/** Counts what a text takes. An empty one takes no segment. */
export function segmentsOf(text: string): TextSegments {
  const characters = [...text];
  const encoding = characters.every((one) => costs.has(one)) ? "plain" : "unicode";
  // In UCS-2, an emoji outside of the basic plane takes two.
  const sizes = characters.map((one) =>
    encoding === "plain" ? (costs.get(one) ?? 1) : one.length,
  );
  const { single, each } = capacities[encoding];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= single) return { encoding, segments: total > 0 ? 1 : 0, left: single - total };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, segments, left: each - used };
}
