// Screenshots of the demo's dashboard, taken by `npm run shots -- flagship`. The browser doesn't
// download an image that is hidden or below the fold.

import { drawingWords } from "#content/portfolio-words.ts";
import styles from "./desk.module.css";
import narrowDark from "./desk-narrow-dark.webp";
import narrowLight from "./desk-narrow-light.webp";
import wideDark from "./desk-wide-dark.webp";
import wideLight from "./desk-wide-light.webp";

const sizes = {
  wide: { width: 1120, height: 660 },
  narrow: { width: 390, height: 526 },
} as const;

const pictures = [
  { src: wideLight, ...sizes.wide, className: `${styles.wide} ${styles.light}` },
  { src: wideDark, ...sizes.wide, className: `${styles.wide} ${styles.dark}` },
  { src: narrowLight, ...sizes.narrow, className: `${styles.narrow} ${styles.light}` },
  { src: narrowDark, ...sizes.narrow, className: `${styles.narrow} ${styles.dark}` },
];

export function Desk() {
  return pictures.map((picture) => (
    <img key={picture.src} {...picture} alt={drawingWords.desk} loading="lazy" />
  ));
}
