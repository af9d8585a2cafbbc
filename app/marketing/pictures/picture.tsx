import type { ComponentProps } from "react";

/** All drawings in files of their own; app/generated-files/pictures.tsx generates them. */
export type PictureName =
  | "front-desk"
  | "founder"
  | "presentation-pages"
  | "advertisement"
  | "on-the-map"
  | "horizon";

/**
 * Large drawings are separate files, so that the page's text loads first. They still use the page's
 * colors. Without a label, a drawing is decorative.
 */
export function Picture({
  name,
  label,
  ...frame
}: {
  name: PictureName;
  label?: string;
} & Pick<ComponentProps<"svg">, "viewBox" | "preserveAspectRatio" | "className">) {
  return (
    <svg {...frame} role="img" aria-label={label} aria-hidden={label ? undefined : true}>
      <use href={`${picturePath(name)}#picture`} />
    </svg>
  );
}

export function picturePath(name: PictureName): string {
  return `/pictures/${name}.svg`;
}
