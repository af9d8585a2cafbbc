import type { ComponentProps } from "react";

/** Every drawing that stands in a file of its own; app/generated-files/pictures.tsx makes them. */
export type PictureName =
  | "front-desk"
  | "founder"
  | "presentation-pages"
  | "advertisement"
  | "on-the-map"
  | "horizon";

/**
 * Large drawings stand beside the page, not in it: words come first. Their colours are still the
 * page's. Without a label it only dresses the page.
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
