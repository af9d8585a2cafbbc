import type { ComponentProps } from "react";
import { useWords } from "#app/ui/words.ts";
import type { Language } from "#contract/languages.ts";

/** All drawings that are separate files; app/generated-files/pictures.tsx generates them. */
export type PictureName =
  | "month"
  | "month-narrow"
  | "founder"
  | "presentation-pages"
  | "advertisement"
  | "on-the-map"
  | "horizon"
  | "seal"
  | "pencil";

/**
 * Large drawings are separate files, so that the page's text loads first. They still use the page's
 * colors. A drawing without a label is decorative.
 */
export function Picture({
  name,
  label,
  hasWords = false,
  ...frame
}: {
  name: PictureName;
  label?: string;
  /** Whether the picture contains text, so that each language has its own. */
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
