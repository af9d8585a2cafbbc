// Buttons, and links that look like one. Three looks: `solid` (one a screen), `outline`, `quiet`;
// and `danger` for what nothing brings back.
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

type Look = "solid" | "outline" | "quiet" | "danger" | "sun";

type Dress = {
  /** `solid` by default; `sun` belongs to the recommended package alone. */
  look?: Look;
  /** Less tall: for toolbars and rows. */
  isSmall?: boolean;
  children: ReactNode;
};

/** A native button; `type` is `button` unless said otherwise. */
export function Button({ look, isSmall, className, ...props }: Dress & ComponentProps<"button">) {
  return <button type="button" {...props} className={dress(look, isSmall, className)} />;
}

/** A link inside the product that looks like a button. */
export function ButtonLink({
  look,
  isSmall,
  className,
  ...props
}: Dress & ComponentProps<typeof Link>) {
  return <Link {...props} className={dress(look, isSmall, className)} />;
}

/** A link that leaves the product, or is no page: `tel:`, `mailto:`, a file. */
export function ButtonAnchor({ look, isSmall, className, ...props }: Dress & ComponentProps<"a">) {
  return <a {...props} className={dress(look, isSmall, className)} />;
}

function dress(look: Look = "solid", isSmall = false, className = ""): string {
  return [styles.button, styles[look], isSmall && styles.small, className]
    .filter(Boolean)
    .join(" ");
}
