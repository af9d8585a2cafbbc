// Light or dark. Which words and icon show is CSS's business, so the button is right before
// React knows anything, and boot/once-drawn.ts lets it work before React is there.

import { switchTheme } from "#app/page-scripts/theme.ts";
import { interfaceWords } from "#content/interface.ts";
import { Hidden } from "./hidden.tsx";
import { IconMoon, IconSun } from "./icons.tsx";
import styles from "./theme-switch.module.css";

/** Alone it is an icon with a hidden name; with `hasWords` the name stands beside it. */
export function ThemeSwitch({
  hasWords,
  className = "",
}: {
  hasWords?: boolean;
  className?: string;
}) {
  const Words = hasWords ? "span" : Hidden;
  return (
    <button
      type="button"
      className={`${styles.switch} ${hasWords ? styles.wide : ""} ${className}`}
      data-switches-theme=""
      onClick={switchTheme}
    >
      <span className={styles.whenLight}>
        <Words>{interfaceWords.darkColors}</Words>
        <IconMoon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className={styles.whenDark}>
        <Words>{interfaceWords.lightColors}</Words>
        <IconSun size={20} stroke={1.6} aria-hidden />
      </span>
    </button>
  );
}
