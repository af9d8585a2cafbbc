import type { ComponentProps } from "react";
import { useWords } from "#app/ui/words.ts";
import type { Language } from "#contract/languages.ts";

/**
 * The names of all drawings that are separate files, which app/generated-files/pictures.tsx writes.
 */
export type PictureName =
  | "month"
  | "month-narrow"
  | "clock"
  | "presentation-pages"
  | "advertisement"
  | "on-the-map"
  | "horizon"
  | "seal"
  | "pencil";

/**
 * A drawing in a separate file, so that the page's text loads first. It still uses the page's
 * colors. Without a label, it is decorative.
 */
export function Picture({
  name,
  label,
  hasWords = false,
  ...frame
}: {
  name: PictureName;
  label?: string;
  /** Whether the picture contains text, so that it exists in each language. */
  hasWords?: boolean;
} & Pick<ComponentProps<"svg">, "viewBox" | "preserveAspectRatio" | "className">) {
  const { language } = useWords();
  return (
    <svg {...frame} role="img" aria-label={label} aria-hidden={label ? undefined : true}>
      <use href={`${picturePath(name, hasWords ? language : "en")}#picture`} />
    </svg>
  );
}

export function picturePath(name: PictureName, language: Language): string {
  return language === "en" ? `/pictures/${name}.svg` : `/pictures/${name}.${language}.svg`;
}
