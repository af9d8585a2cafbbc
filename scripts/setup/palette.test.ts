import { expect, test } from "vitest";
import { contrast, paletteOf } from "./palette.ts";

test.each(["#ffe600", "#ff6a00", "#808080", "#111111", "#6b2fa0", "#00a676"])(
  "the colors derived from %s have enough contrast with each other and with light and dark pages",
  (accent) => {
    const { band, bandMuted, footer, ...colors } = paletteOf(accent);
    const least = [
      contrast(colors.accent.light, "#faf9f6"),
      contrast(colors.accent.light, "#ffffff"),
      contrast(colors.accent.dark, "#0e1514"),
      contrast(colors.accent.dark, "#0b1918"),
      contrast(colors.accentStrong.light, "#faf9f6"),
      contrast(colors.accentWash.light, "#14211f"),
      contrast(colors.accentWash.light, colors.accent.light),
      contrast(bandMuted.light, band.light),
      contrast(bandMuted.dark, band.dark),
      contrast(band.light, "#eaf1ef"),
      contrast(footer.light, "#eaf1ef"),
    ];
    for (const ratio of least) expect(ratio).toBeGreaterThanOrEqual(4.5);
  },
);

test("the sample's accent color generates the sample's palette", () => {
  expect(paletteOf("#0b5d66").band.light).toBe("#0b4c54");
});
