// Pictures of the running product, in the reader's color scheme. Hidden images and images below the
// fold are not downloaded.

import desk from "#app/portfolio/home/drawings/desk.module.css";
import type { CaseStudy, ProductScreen } from "#contract/case-studies.ts";
import callNarrowDark from "./screens/call-narrow-dark.webp";
import callNarrowLight from "./screens/call-narrow-light.webp";
import callWideDark from "./screens/call-wide-dark.webp";
import callWideLight from "./screens/call-wide-light.webp";
import figuresNarrowDark from "./screens/figures-narrow-dark.webp";
import figuresNarrowLight from "./screens/figures-narrow-light.webp";
import figuresWideDark from "./screens/figures-wide-dark.webp";
import figuresWideLight from "./screens/figures-wide-light.webp";
import leadNarrowDark from "./screens/lead-narrow-dark.webp";
import leadNarrowLight from "./screens/lead-narrow-light.webp";
import leadWideDark from "./screens/lead-wide-dark.webp";
import leadWideLight from "./screens/lead-wide-light.webp";
import styles from "./screens.module.css";

type Pictures = Record<"wideLight" | "wideDark" | "narrowLight" | "narrowDark", string>;

const pictures: Record<ProductScreen, Pictures> = {
  call: {
    ...{ wideLight: callWideLight, wideDark: callWideDark },
    ...{ narrowLight: callNarrowLight, narrowDark: callNarrowDark },
  },
  lead: {
    ...{ wideLight: leadWideLight, wideDark: leadWideDark },
    ...{ narrowLight: leadNarrowLight, narrowDark: leadNarrowDark },
  },
  figures: {
    ...{ wideLight: figuresWideLight, wideDark: figuresWideDark },
    ...{ narrowLight: figuresNarrowLight, narrowDark: figuresNarrowDark },
  },
};

const wide = { width: 1440, height: 848 };
const narrow = { width: 390, height: 640 };

type ShownScreens = NonNullable<CaseStudy["screens"]>["list"];

export function Screens({ screens }: { screens: ShownScreens }) {
  return screens.map(({ screen, alt, says }) => {
    const { wideLight, wideDark, narrowLight, narrowDark } = pictures[screen];
    const versions = [
      { src: wideLight, ...wide, className: `${desk.wide} ${desk.light}` },
      { src: wideDark, ...wide, className: `${desk.wide} ${desk.dark}` },
      { src: narrowLight, ...narrow, className: `${desk.narrow} ${desk.light}` },
      { src: narrowDark, ...narrow, className: `${desk.narrow} ${desk.dark}` },
    ];
    return (
      <figure key={screen} className={styles.screen}>
        {versions.map((version) => (
          <img key={version.src} {...version} alt={alt} loading="lazy" />
        ))}
        <figcaption>{says}</figcaption>
      </figure>
    );
  });
}
