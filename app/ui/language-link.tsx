import { pathIn } from "#app/languages.ts";
import { usePagePath } from "#app/page-path.ts";
import styles from "./language-link.module.css";
import { useWords } from "./words.ts";

/**
 * A link to the same page in the other language, in that language. Form drafts survive the switch,
 * and `page-scripts/after-first-paint.ts` adds the query and the hash. `isShort`: shows only two
 * letters, where space is limited.
 */
export function LanguageLink({
  className = "",
  isShort = false,
}: {
  className?: string;
  isShort?: boolean;
}) {
  const { language, otherLanguage } = useWords();
  const other = language === "en" ? "es" : "en";
  const path = pathIn(other, usePagePath());
  if (!path) return null;
  return (
    <a
      href={path}
      hrefLang={other}
      lang={other}
      className={`${isShort ? styles.short : ""} ${className}`}
      data-language={other}
    >
      <span>{otherLanguage}</span>
      {isShort && <span aria-hidden="true">{other.toUpperCase()}</span>}
    </a>
  );
}
