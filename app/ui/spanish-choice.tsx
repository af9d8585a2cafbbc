// On an English form, lets the visitor ask for a reply in Spanish.
import { spanishChoice } from "#content/spanish-choice.ts";
import styles from "./spanish-choice.module.css";
import { useWords } from "./words.ts";

export function SpanishChoice() {
  if (useWords().language === "es") return null;
  return (
    <label className={styles.choice} lang="es">
      <input type="checkbox" name="prefersSpanish" />
      {spanishChoice.label}
    </label>
  );
}
