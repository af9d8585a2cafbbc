// Switches between light and dark. CSS chooses the label and the icon, so the button is correct
// even before hydration, and page-scripts/after-first-paint.ts makes it work then.

import { switchTheme } from "#app/page-scripts/theme.ts";
import { Hidden } from "./hidden.tsx";
import { IconMoon, IconSun } from "./icons.tsx";
import styles from "./theme-switch.module.css";
import { useWords } from "./words.ts";

/** A button with an icon. Its label is hidden unless `hasWords` is set. */
export function ThemeSwitch({
  hasWords,
  className = "",
}: {
  hasWords?: boolean;
  className?: string;
}) {
  const Words = hasWords ? "span" : Hidden;
  const { darkColors, lightColors } = useWords().interface;
  return (
    <button
      type="button"
      className={`${styles.switch} ${hasWords ? styles.wide : ""} ${className}`}
      data-switches-theme=""
      onClick={switchTheme}
    >
      <span className={styles.whenLight}>
        <Words>{darkColors}</Words>
        <IconMoon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className={styles.whenDark}>
        <Words>{lightColors}</Words>
        <IconSun size={20} stroke={1.6} aria-hidden />
      </span>
    </button>
  );
}
