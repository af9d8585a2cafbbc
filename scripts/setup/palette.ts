// Derives all of the owner's colors from one color. They are the sample's colors with the new hue.
// Lightness is the same, unless it must be corrected to make text readable.
import type { Colors } from "#contract/content.ts";

/** The colors whose hue and chroma the derived colors are relative to. */
const base: Colors = {
  accent: { light: "#0b5d66", dark: "#63c2c4" },
  accentStrong: { light: "#084a52", dark: "#7fd0d1" },
  accentWash: { light: "#e6f0ee", dark: "#16302f" },
  band: { light: "#0b4c54", dark: "#103a40" },
  bandMuted: { light: "#b9d5d3", dark: "#a9c6c3" },
  bandLine: { light: "#2c6a71", dark: "#37707a" },
  footer: { light: "#0a2f34", dark: "#081a1c" },
};

// These are the paper colors from app/tokens.css.
const paper = { light: "#faf9f6", dark: "#0e1514" };
const ink = { light: "#14211f", dark: "#eaf1ef" };
const onBand = "#eaf1ef";
/** The least contrast of links and buttons, which is that of other text on paper. */
const leastOfText = 5.6;
/** The contrast for level AAA of WCAG 2.2, success criterion 1.4.6. */
const leastOfBand = 7;
/** The contrast for level AA of WCAG 2.2, success criterion 1.4.3. */
const leastOfMuted = 4.5;
/**
 * The maximum chroma relative to the sample's, so a strong color stays moderate in large areas. A
 * color without hue makes gray colors.
 */
const mostColorful = 1.6;

/**
 * Makes a palette. `accent` is used unchanged, unless text in that color would be unreadable on
 * white.
 */
export function paletteOf(accent: string): Colors {
  if (accent === base.accent.light) return base;
  const [, chroma, hue] = toLch(accent);
  const [, baseChroma, baseHue] = toLch(base.accent.light);
  const turned = (color: string) => {
    const [lightness, ownChroma, ownHue] = toLch(color);
    const share = Math.min(mostColorful, chroma / baseChroma);
    return toHex([lightness, ownChroma * share, ownHue + hue - baseHue]);
  };
  const both = (name: keyof Colors, least: number, light: string, dark: string) => ({
    light: readable(turned(base[name].light), light, least),
    dark: readable(turned(base[name].dark), dark, least),
  });
  const band = both("band", leastOfBand, onBand, onBand);
  return {
    accent: {
      light: readable(accent, paper.light, leastOfText),
      dark: readable(turned(base.accent.dark), paper.dark, leastOfBand),
    },
    accentStrong: both("accentStrong", leastOfBand, paper.light, paper.dark),
    accentWash: both("accentWash", leastOfBand, ink.light, ink.dark),
    band,
    bandMuted: both("bandMuted", leastOfMuted, band.light, band.dark),
    bandLine: { light: turned(base.bandLine.light), dark: turned(base.bandLine.dark) },
    footer: both("footer", leastOfBand, onBand, onBand),
  };
}

/**
 * Returns the color or, if its contrast is too low, the nearest darker or lighter color that has
 * enough.
 */
function readable(color: string, against: string, least: number): string {
  const step = luminance(against) > luminance(color) ? -0.005 : 0.005;
  let [lightness, chroma, hue] = toLch(color);
  let found = color;
  while (contrast(found, against) < least && lightness > 0 && lightness < 1) {
    lightness += step;
    // Very dark and very light colors have little room for chroma.
    chroma *= 0.995;
    found = toHex([lightness, chroma, hue]);
  }
  return found;
}

/** Computes the contrast of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Three = [number, number, number];

function toLinear(color: string): Three {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Three;
}

// Converts to and from Oklab, as in CSS Color Module Level 4, section 9.
function toLch(color: string): Three {
  const [red, green, blue] = toLinear(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return [lightness, Math.hypot(a, b), Math.atan2(b, a)];
}

/** Converts to a color that screens can show, by reducing the chroma if necessary. */
function toHex([lightness, chroma, hue]: Three): string {
  let left = chroma;
  let shares = toShares([lightness, left, hue]);
  while (left > 0.001 && shares.some((share) => share < -0.001 || share > 1.001)) {
    left -= 0.002;
    shares = toShares([lightness, left, hue]);
  }
  const pair = (share: number) => {
    const byte = Math.round(255 * Math.min(1, Math.max(0, share)));
    return byte.toString(16).padStart(2, "0");
  };
  return `#${shares.map(pair).join("")}`;
}

function toShares([lightness, chroma, hue]: Three): number[] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((linear) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
}
